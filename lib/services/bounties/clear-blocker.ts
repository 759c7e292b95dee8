import 'server-only'
import { eq } from 'drizzle-orm'
import { bountyHindrance } from '#db/schema/bounty-hindrance'
import type { Tx } from '#lib/adapters/db'

/** Deletes the blocker of a bounty, which belongs to its previous state. */
export async function clearBlocker({ tx, bountyId }: { tx: Tx; bountyId: string }): Promise<void> {
  await tx.delete(bountyHindrance).where(eq(bountyHindrance.bountyId, bountyId))
}
