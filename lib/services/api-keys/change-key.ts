import 'server-only'
import { eq } from 'drizzle-orm'
import { apiKey } from '#db/schema/api-key'
import { event } from '#db/schema/service'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import type { Tier } from '#lib/domain/access/tier'
import { CairnError, fieldError } from '#lib/domain/errors'

export type KeyChange = {
  prefix: string
  tier?: Tier | undefined
  /** `null`: valid until it is revoked. An expired key can become valid again. */
  expiresAt?: Date | null | undefined
}

/**
 * Changes the tier or the expiry of a key. It applies to the next request, and to open streams within seconds: streams beyond the
 * limit of the new tier are closed, the newest first.
 *
 * @throws CairnError `not_found`, `conflict` for a key that is revoked, `invalid_request`
 */
export async function changeKey(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  /** The caller's transaction, when it has one. */
  tx?: Tx
  input: KeyChange
}): Promise<{ tier: Tier; expiresAt: Date | null }> {
  const { ctx, tx: outer = ctx.db, input } = args
  const { prefix } = input
  if (input.tier === undefined && input.expiresAt === undefined)
    throw fieldError('tier', 'give a new tier, a new expiry, or both')
  if (input.expiresAt && input.expiresAt <= ctx.clock.now())
    throw fieldError('expires', 'must be in the future')
  return outer.transaction(async (tx) => {
    const [before] = await tx.select().from(apiKey).where(eq(apiKey.prefix, prefix)).for('update')
    if (!before) throw new CairnError('not_found', `No key begins with ${prefix}.`)
    if (before.revokedAt)
      throw new CairnError('conflict', 'This key is revoked, which is final. Make a new one.')
    const { tier = before.tier, expiresAt = before.expiresAt } = input
    await tx.update(apiKey).set({ tier, expiresAt }).where(eq(apiKey.id, before.id))
    const data = { tier, expires_at: expiresAt?.toISOString() ?? null }
    await tx.insert(event).values({ subject: 'api_key', subjectId: prefix, name: 'changed', data })
    return { tier, expiresAt }
  })
}
