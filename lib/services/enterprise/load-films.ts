import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Sql } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/db/array-text'
import type { Wallets } from '#lib/domain/geo/claim-confidence'

export type CellFilm = Wallets & {
  /** 64 lower-case hex digits. */
  observationId: string
}

/**
 * The films of some cells that are observations, of any time, in order of publication: by tree, and in a tree by id, as in the feed.
 * They do not depend on the window of a query, so a node has the same films and the same name in every answer.
 *
 * @param cells distinct @param limit the most films that are read
 */
export async function loadFilms(
  sql: Sql,
  cells: readonly number[],
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Map<number, CellFilm[]>> {
  const films = new Map<number, CellFilm[]>(cells.map((cell) => [cell, []]))
  if (cells.length === 0) return films
  const rows = await sql.unsafe<(Wallets & { cell: number; sha256: Uint8Array })[]>(
    filmsSql,
    [arrayText(cells), String(limit)],
    { prepare: true },
  )
  for (const { cell, sha256, contributor, payer } of rows)
    films.get(cell)!.push({ observationId: bytesToHex(sha256), contributor, payer })
  return films
}

/** The limits, the tree as an expression and `offset 0` stop the planner from reading whole tables. */
const filmsSql = `
with film as materialized (
  select f.*, (
    select tree_id from observation where observation.sha256 = f.sha256 and observation.cell = f.cell
  ) as tree_id
  from unnest($1::int[]) as one (cell)
  cross join lateral (
    select cell, sha256, submission_id from submission_file
    where submission_file.cell = one.cell and delivered_at is not null
    limit $2::bigint
  ) f
  limit $2::bigint
)
select film.cell, film.sha256, by.contributor, by.payer
from film
cross join lateral (
  select submission.contributor, bounty.payer
  from submission join bounty on bounty.bounty_id = submission.bounty_id
  where submission.submission_id = film.submission_id
  offset 0
) by
where film.tree_id is not null
order by film.cell, film.tree_id, film.sha256`
