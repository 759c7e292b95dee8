import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Sql } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import { type Tier, tierLimits } from '#lib/domain/tier'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'

/** Streams are renewed far more often; a killed process blocks its places for no longer. */
const leaseSeconds = 60

/**
 * Takes one of the streams a key may have open, in whichever process.
 *
 * @throws CairnError `rate_limited`
 */
export async function takeLease(args: { sql: Sql; key: ApiKey }): Promise<{ leaseId: string }> {
  const { sql, key } = args
  const leaseId = randomUUID()
  const isTaken = await sql.begin(async (tx) => {
    // Whoever else opens a stream with this key waits here, so that the count holds.
    await tx`select 1 from api_key where id = ${key.id} for update`
    const { count } = await tx`
      insert into stream_lease (lease_id, key_id, expires_at)
      select ${leaseId}, ${key.id}, now() + make_interval(secs => ${leaseSeconds})
      where (select count(*) from stream_lease where key_id = ${key.id} and expires_at > now()) < ${key.limits.streams}`
    return count === 1
  })
  if (!isTaken)
    throw new CairnError(
      'rate_limited',
      `Your key has ${key.limits.streams} streams open, which is what tier ${key.tier} allows at once. End one first; a connection that was lost frees its place within ${leaseSeconds} s.`,
      { retryAfterSeconds: 15 },
    )
  return { leaseId }
}

/**
 * Keeps streams open.
 *
 * @returns those that may go on, with the tier that holds for them now: their keys are good still, and of the streams of a key,
 *   in all processes, they are among the oldest that its tier allows at once
 */
export async function renewLeases(args: {
  sql: Sql
  leaseIds: readonly string[]
}): Promise<Map<string, Tier>> {
  const { sql, leaseIds } = args
  if (leaseIds.length === 0) return new Map()
  const ids = `{${leaseIds.join()}}`
  const rows = await sql<{ leaseId: string; tier: Tier }[]>`
    with placed as materialized (
      select lease_id, row_number() over (partition by key_id order by opened_at, lease_id) as place
      from stream_lease
      where expires_at > now() and key_id in (select key_id from stream_lease where lease_id = any(${ids}::uuid[]))
    )
    update stream_lease set expires_at = now() + make_interval(secs => ${leaseSeconds})
    from api_key, placed
    where api_key.id = key_id and stream_lease.lease_id = any(${ids}::uuid[]) and placed.lease_id = stream_lease.lease_id
      and placed.place <= (${streamsByTier}::text::jsonb ->> tier)::int
      and revoked_at is null and (api_key.expires_at is null or api_key.expires_at > service_now())
    returning stream_lease.lease_id as "leaseId", tier`
  return new Map(rows.map(({ leaseId, tier }) => [leaseId, tier]))
}

const streamsByTier = JSON.stringify(
  Object.fromEntries(Object.entries(tierLimits).map(([tier, { streams }]) => [tier, streams])),
)

export async function releaseLease(args: { sql: Sql; leaseId: string }): Promise<void> {
  await args.sql`delete from stream_lease where lease_id = ${args.leaseId}`
}
