import 'server-only'
import type { Sql } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/db/array-text'
import type { Source } from '#lib/services/enterprise/node-id'

/** How thoroughly the service checked a capture. Published in the API description of the answer. */
const confidence = { measuredFilm: 1, readFile: 0.8, toldByManifest: 0.5 }

/** Joins the source and the checks of an observation `seen`. */
export const sourceJoins = `
  left join capture on capture.sha256 = seen.sha256
  left join submission_file film on film.sha256 = seen.sha256 and film.delivered_at is not null
  left join submission on submission.submission_id = film.submission_id`

export const confidenceSql = `case
  when submission.quality_status = 'pass' then ${confidence.measuredFilm}
  when capture.byte_length is not null then ${confidence.readFile}
  else ${confidence.toldByManifest} end::float8`

export type KnownSource = Source & { confidence: number }

/** In the order of the ids. */
export async function loadSources(sql: Sql, ids: readonly Uint8Array[]): Promise<KnownSource[]> {
  if (ids.length === 0) return []
  const rows = await sql.unsafe<{ contributor: string | null; confidence: number }[]>(
    `select submission.contributor, ${confidenceSql} as confidence
     from unnest($1::text::bytea[]) with ordinality as seen (sha256, place) ${sourceJoins}
     order by seen.place`,
    [arrayText(ids)],
    { prepare: true },
  )
  return rows.map(({ contributor, confidence }) => ({ contributor, confidence }))
}
