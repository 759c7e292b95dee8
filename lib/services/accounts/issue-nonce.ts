import 'server-only'
import { randomBytes } from 'node:crypto'
import { inArray, lte, sql } from 'drizzle-orm'
import { signInNonce } from '#db/schema/account'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/services/bounties/identity'

const lifeSeconds = 600
/** More than one call adds, so that what nobody came back with never heaps up. */
const deletedAtOnce = 100

/** Something new to sign in with, good for ten minutes and once. Letters and digits only, as EIP-4361 wants. */
export async function issueNonce(args: {
  ctx: Pick<Context, 'db'>
}): Promise<{ nonce: string; expiresAt: Date }> {
  const { db } = args.ctx
  const nonce = randomBytes(16).toString('hex')
  const over = db
    .select({ nonceHash: signInNonce.nonceHash })
    .from(signInNonce)
    .where(lte(signInNonce.expiresAt, sql`service_now()`))
    .limit(deletedAtOnce)
    .for('update', { skipLocked: true })
  await db.delete(signInNonce).where(inArray(signInNonce.nonceHash, over))
  const [issued] = await db
    .insert(signInNonce)
    .values({
      nonceHash: hashToken(nonce),
      expiresAt: sql`date_trunc('second', service_now()) + make_interval(secs => ${lifeSeconds})`,
    })
    .returning({ expiresAt: signInNonce.expiresAt })
  return { nonce, expiresAt: issued!.expiresAt }
}
