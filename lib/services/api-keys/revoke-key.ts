import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { apiKey } from '#db/schema/api-key'
import { event } from '#db/schema/service'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'

/**
 * Revokes a key: its next request is refused, and its streams are closed within seconds. Revoking it again changes nothing.
 *
 * @returns `wasRevoked`: false if it was revoked before
 * @throws CairnError `not_found`
 */
export async function revokeKey(args: {
  ctx: Pick<Context, 'db'>
  /** The caller's transaction, when it has one. */
  tx?: Tx
  input: { prefix: string }
}): Promise<{ wasRevoked: boolean }> {
  const { ctx, tx: outer = ctx.db } = args
  const { prefix } = args.input
  return outer.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKey)
      .set({ revokedAt: sql`service_now()` })
      .where(and(eq(apiKey.prefix, prefix), isNull(apiKey.revokedAt)))
      .returning({ id: apiKey.id })
    if (revoked) {
      await tx.insert(event).values({ subject: 'api_key', subjectId: prefix, name: 'revoked' })
      return { wasRevoked: true }
    }
    const [known] = await tx.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.prefix, prefix))
    if (!known) throw new CairnError('not_found', `No key begins with ${prefix}.`)
    return { wasRevoked: false }
  })
}
