import 'server-only'
import type { Sql } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/db/array-text'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import type { Claim } from '#lib/domain/geo/claim-confidence'
import type { ObservationRow } from '#lib/services/observations/newest'

// The sources of observations, in SQL and as claims.

/**
 * Joins the source of an observation (alias `seen`), if the source is known. If the operator had already ingested the same film with another
 * cell, the operator is the source. `offset 0` prevents the planner from reading all captures and films when an area has many
 * observations.
 */
export const sourceJoins = `
  left join lateral (
    select claims_from, byte_length from capture where capture.sha256 = seen.sha256 offset 0
  ) capture on true
  left join lateral (
    select submission.contributor, bounty.payer, submission.quality_status = 'pass' as is_checked
    from submission_file
    join submission on submission.submission_id = submission_file.submission_id
    join bounty on bounty.bounty_id = submission.bounty_id
    where submission_file.sha256 = seen.sha256 and submission_file.cell = seen.cell and delivered_at is not null
    offset 0
  ) film on true`

/** The columns of a `SourceRow`. */
export const sourceColumns = `coalesce(capture.claims_from, 'declared') as origin,
  coalesce(film.is_checked, capture.byte_length is not null) as is_checked, film.contributor, film.payer`

export type SourceRow = {
  origin: ClaimOrigin
  is_checked: boolean
  contributor: string | null
  payer: string | null
}

export function claimOfRow({ origin, is_checked: isChecked, contributor, payer }: SourceRow): Claim {
  return { origin, isChecked, wallets: contributor === null ? null : { contributor, payer: payer! } }
}

/** In the order of the observations. */
export async function loadClaims(
  sql: Sql,
  rows: readonly Pick<ObservationRow, 'sha256' | 'cell'>[],
): Promise<Claim[]> {
  if (rows.length === 0) return []
  const found = await sql.unsafe<SourceRow[]>(
    `select ${sourceColumns}
     from unnest($1::text::bytea[], $2::int[]) with ordinality as seen (sha256, cell, place) ${sourceJoins}
     order by seen.place`,
    [arrayText(rows.map(({ sha256 }) => sha256)), arrayText(rows.map(({ cell }) => cell))],
    { prepare: true },
  )
  return found.map(claimOfRow)
}
