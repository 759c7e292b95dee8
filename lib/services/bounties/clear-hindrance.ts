import 'server-only'
import { eq } from 'drizzle-orm'
import { bountyHindrance } from '#db/schema/bounty-hindrance'
import type { Tx } from '#lib/adapters/db'

/** Forgets what hindered a bounty, with the state that it was about. */
export async function clearHindrance({ tx, bountyId }: { tx: Tx; bountyId: string }): Promise<void> {
  await tx.delete(bountyHindrance).where(eq(bountyHindrance.bountyId, bountyId))
}
