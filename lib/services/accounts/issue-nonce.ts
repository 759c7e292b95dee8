import 'server-only'
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { signInNonce } from '#db/schema/account'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { deleteExpired } from '#lib/services/accounts/delete-expired'

const lifeSeconds = 600

/** Something new to sign in with, good for ten minutes and once. Letters and digits only, as EIP-4361 wants. */
export async function issueNonce(args: {
  ctx: Pick<Context, 'db'>
}): Promise<{ nonce: string; expiresAt: Date }> {
  const { db } = args.ctx
  const nonce = randomBytes(16).toString('hex')
  await deleteExpired(db, signInNonce)
  const [issued] = await db
    .insert(signInNonce)
    .values({
      nonceHash: hashToken(nonce),
      expiresAt: sql`date_trunc('second', service_now()) + make_interval(secs => ${lifeSeconds})`,
    })
    .returning({ expiresAt: signInNonce.expiresAt })
  return { nonce, expiresAt: issued!.expiresAt }
}
