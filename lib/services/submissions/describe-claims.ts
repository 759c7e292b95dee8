import type { submissionFile } from '#db/schema/submission'
import { weakerOrigin } from '#lib/domain/film/match-claims'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Submission } from '#lib/schemas/bounty'

type Row = Pick<
  typeof submissionFile.$inferSelect,
  'cell' | 'capturedAt' | 'placeFrom' | 'timeFrom' | 'placeMatch' | 'timeMatch'
>
/** The columns of a film that `describeClaims` reads; all `null` for a submission without a film. */
export type ClaimColumns = { [Column in keyof Row]: Row[Column] | null }

type Claims = Pick<Submission, 'captured_at' | 'geohash' | 'claims_from' | 'place_match' | 'time_match'>

/** The claims of a film, and how they fit its bounty, for answers. */
export function describeClaims(file: ClaimColumns | null): Claims {
  return {
    captured_at: file?.capturedAt ? isoTime(file.capturedAt) : null,
    geohash: typeof file?.cell === 'number' ? cellToGeohash(file.cell) : null,
    claims_from: file ? weakerOrigin(file.placeFrom, file.timeFrom) : null,
    place_match: file?.placeMatch ?? 'unknown',
    time_match: file?.timeMatch ?? 'unknown',
  }
}
