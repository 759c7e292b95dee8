import 'server-only'
import { and, desc, eq, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import { apiKey } from '#db/schema/api-key'
import { streamLease } from '#db/schema/feed'
import type { Context } from '#lib/adapters/context'
import type { KeyState } from '#lib/domain/access/api-key'
import type { Tier } from '#lib/domain/access/tier'
import { isGood } from '#lib/services/api-keys/authorize-key'

export type ListedKey = {
  id: number
  prefix: string
  account: string
  tier: Tier
  state: KeyState
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  /** A day (UTC), `YYYY-MM-DD`. */
  lastUsedOn: string | null
  /** Open streams in all processes. A stream whose process died is counted for up to a minute. */
  openStreams: number
}

const inState = {
  good: isGood,
  revoked: isNotNull(apiKey.revokedAt),
  expired: and(isNull(apiKey.revokedAt), not(isGood!)),
}

/** Keys that match the input, newest first. */
export async function listKeys(args: {
  ctx: Pick<Context, 'db'>
  input?: {
    state?: KeyState | undefined
    tier?: Tier | undefined
    account?: string | undefined
    beforeId?: number | undefined
    limit?: number
  }
}): Promise<ListedKey[]> {
  const { ctx, input = {} } = args
  const { id, prefix, account, tier, createdAt, expiresAt, revokedAt, lastUsedOn } = apiKey
  const query = ctx.db
    .select({
      id,
      prefix,
      account,
      tier,
      createdAt,
      expiresAt,
      revokedAt,
      lastUsedOn,
      state: sql<KeyState>`case when ${revokedAt} is not null then 'revoked' when ${isGood} then 'good' else 'expired' end`,
      openStreams: sql<number>`(
        select count(*)::int from ${streamLease} where ${streamLease.keyId} = ${id} and ${streamLease.expiresAt} > now()
      )`,
    })
    .from(apiKey)
    .where(
      and(
        input.state && inState[input.state],
        input.tier && eq(tier, input.tier),
        input.account === undefined ? undefined : eq(account, input.account),
        input.beforeId === undefined ? undefined : lt(id, input.beforeId),
      ),
    )
    .orderBy(desc(id))
  return input.limit === undefined ? query : query.limit(input.limit)
}
