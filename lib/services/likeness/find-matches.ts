import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bandOf, bands } from '#db/schema/picture-hash'
import type { Context } from '#lib/adapters/context'
import { pictureDistanceMax, similarityScore } from '#lib/domain/film/picture-hash'
import { hashesMax, type MatchAnswer, matchesMax } from '#lib/schemas/likeness'
import { hashesLiteral } from '#lib/services/likeness/insert-picture-hashes'

/** The number of rows that are read for one band of a hash. Of ten million evenly spread rows, ten share a band. */
const rowsPerBand = 64

/**
 * The captures whose pictures are similar to the searched one, the most similar first. Only published captures are found: those whose tree
 * is final, that fit their bounty, and that are not withdrawn, which are the rows of `observation`.
 *
 * @param input.hashes 32 bytes each, of one picture or of several pictures of one film
 */
export async function findMatches(args: {
  ctx: Pick<Context, 'sql'>
  input: { hashes: readonly Uint8Array[] }
}): Promise<MatchAnswer> {
  const rows = await args.ctx.sql.unsafe<{ sha256: Uint8Array; distance: number }[]>(
    matchesSql,
    [hashesLiteral(args.input.hashes)],
    { prepare: true },
  )
  return {
    matches: rows.map(({ sha256, distance }) => ({
      sha256: bytesToHex(sha256),
      similarityScore: similarityScore(distance),
    })),
  }
}

/**
 * Multi-index hashing: rows that share a band with a hash are found by the index of that band, and then compared as a whole. The limits
 * bound the cost, and make the planner use the indexes regardless of its statistics.
 *
 * Ties are broken by the hash of the file, so that no answer depends on the order of insertion.
 */
export const matchesSql = `
  with searched as materialized (
    select distinct given::bit(256) as hash from unnest($1::text[]) given limit ${hashesMax}
  ), candidate as (
    ${bands.map(candidatesOfBand).join('\n    union all\n    ')}
  ), alike as materialized (
    select sha256, min(distance)::integer as distance from candidate
    where distance <= ${pictureDistanceMax} group by sha256 limit ${hashesMax * bands.length * rowsPerBand}
  )
  select alike.sha256, alike.distance
  from alike cross join lateral (select from observation where observation.sha256 = alike.sha256 limit 1) published
  order by alike.distance, alike.sha256
  limit ${matchesMax}`

function candidatesOfBand(band: number): string {
  return `select found.sha256, bit_count(found.hash # searched.hash) as distance
    from searched cross join lateral (
      select sha256, hash from picture_hash
      where ${bandOf('picture_hash.hash', band)} = ${bandOf('searched.hash', band)} limit ${rowsPerBand}) found`
}
