import 'server-only'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { apiKey } from '#db/schema/api-key'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { type Tier, type TierLimits, tierLimits } from '#lib/domain/access/tier'
import { CairnError } from '#lib/domain/errors'

/** A valid API key. */
export type ApiKey = { id: number; prefix: string; account: string; tier: Tier; limits: TierLimits }

/** SQL condition for a valid key: neither revoked nor expired. */
export const isGood = and(
  isNull(apiKey.revokedAt),
  or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`service_now()`)),
)

/**
 * Finds a valid key. The look-up is by hash, so its duration reveals nothing about stored keys. A wrong, an expired and a revoked
 * key get the same error.
 *
 * @throws CairnError `unauthorized`
 */
export async function authorizeKey(args: {
  ctx: Pick<Context, 'db'>
  input: { key: string | undefined }
}): Promise<ApiKey> {
  const { db } = args.ctx
  const { key } = args.input
  const today = sql<string>`(service_now() at time zone 'utc')::date`
  const [found] =
    key === undefined
      ? []
      : await db
          .select({
            id: apiKey.id,
            prefix: apiKey.prefix,
            account: apiKey.account,
            tier: apiKey.tier,
            isNoted: sql<boolean>`coalesce(${apiKey.lastUsedOn} >= ${today}, false)`,
          })
          .from(apiKey)
          .where(and(eq(apiKey.keyHash, hashToken(key)), isGood))
  if (!found)
    throw new CairnError(
      'unauthorized',
      'The API key is missing, wrong, expired or revoked. Send a valid one as Authorization: Bearer. The operator of this service issues them.',
    )
  const { id, prefix, account, tier, isNoted } = found
  // Written once a day, so that requests do not each cost a write.
  if (!isNoted) await db.update(apiKey).set({ lastUsedOn: today }).where(eq(apiKey.id, id))
  return { id, prefix, account, tier, limits: tierLimits[tier] }
}
