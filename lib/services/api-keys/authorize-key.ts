import 'server-only'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { apiKey } from '#db/schema/api-key'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { CairnError } from '#lib/domain/errors'
import { type Tier, type TierLimits, tierLimits } from '#lib/domain/tier'

/** Whoever holds a key that is good. */
export type ApiKey = { id: number; prefix: string; account: string; tier: Tier; limits: TierLimits }

/** A key that may be used, as a condition of its row. */
export const isGood = and(
  isNull(apiKey.revokedAt),
  or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`service_now()`)),
)

/**
 * The account a key belongs to. Looked up by the key's hash: how long it takes says nothing of any key. Wrong, expired and
 * revoked are one answer.
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
      'The API key is missing, wrong, expired or revoked. Send a good one as Authorization: Bearer; whoever runs this service makes them.',
    )
  const { id, prefix, account, tier, isNoted } = found
  // Once a day: no request pays for a write of its own.
  if (!isNoted) await db.update(apiKey).set({ lastUsedOn: today }).where(eq(apiKey.id, id))
  return { id, prefix, account, tier, limits: tierLimits[tier] }
}
