import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Sql } from '#lib/adapters/db'
import { type Tier, tierLimits } from '#lib/domain/access/tier'
import { CairnError } from '#lib/domain/errors'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'

// Counts open streams against the limit of their key, across all processes.

/** The leases of a killed process expire after this time. */
const leaseSeconds = 60
/** A lease is renewed when less than this time is left. */
export const renewAheadSeconds = 45

/**
 * Counts a new stream against the limit of its key, across all processes.
 *
 * @throws CairnError `rate_limited`
 */
export async function takeLease(args: { sql: Sql; key: ApiKey }): Promise<{ leaseId: string }> {
  const { sql, key } = args
  const leaseId = randomUUID()
  const [answer] = await sql<{ isTaken: boolean }[]>`
    select take_stream_lease(${leaseId}, ${key.id}, ${key.limits.streams}, ${leaseSeconds}) as "isTaken"`
  if (!answer!.isTaken)
    throw new CairnError(
      'rate_limited',
      `Your key has ${key.limits.streams} streams open, which is what tier ${key.tier} allows at once. End one first; a connection that was lost frees its place within ${leaseSeconds} s.`,
      { retryAfterSeconds: 15 },
    )
  return { leaseId }
}

/**
 * Finds the streams that may continue, and renews their leases once a quarter of the time has passed. Cheap enough to be called often.
 *
 * @returns the current tier of each such stream: its key is valid, and it is among the oldest streams of the key, across all
 *   processes, that the tier allows at once
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
    ), good as materialized (
      select lease_id, tier
      from stream_lease join placed using (lease_id) join api_key on api_key.id = key_id
      where lease_id = any(${ids}::uuid[]) and place <= (${streamsByTier}::text::jsonb ->> tier)::int
        and revoked_at is null and (api_key.expires_at is null or api_key.expires_at > service_now())
    ), renewed as (
      update stream_lease set expires_at = now() + make_interval(secs => ${leaseSeconds})
      from good
      where stream_lease.lease_id = good.lease_id
        and stream_lease.expires_at < now() + make_interval(secs => ${renewAheadSeconds})
    )
    select lease_id as "leaseId", tier from good`
  return new Map(rows.map(({ leaseId, tier }) => [leaseId, tier]))
}

const streamsByTier = JSON.stringify(
  Object.fromEntries(Object.entries(tierLimits).map(([tier, { streams }]) => [tier, streams])),
)

/** Deletes the lease of a stream whose connection is closed. */
export async function releaseLease(args: { sql: Sql; leaseId: string }): Promise<void> {
  await args.sql`delete from stream_lease where lease_id = ${args.leaseId}`
}
