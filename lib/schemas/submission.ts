import { z } from 'zod'
import { boardStatuses } from '#lib/domain/bounty/board-status'
import { placeToCell } from '#lib/domain/geo/capture-place'
import { geohashLength, geohashToCell } from '#lib/domain/geo/geohash'
import { parseInstant } from '#lib/domain/proof/capture-time'
import { pageLimit } from '#lib/schemas/board'
import { plainText, submissionSchema } from '#lib/schemas/bounty'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { hex32, timestamp } from '#lib/schemas/formats'
import { bountyModerationSchema } from '#lib/schemas/moderation'
import { refuse } from '#lib/schemas/refuse'

const maxNoteCharacters = 2_000

const place = 'must be {"lat": degrees, "lon": degrees}, or a geohash of 6 to 12 characters'
const degrees = (most: number) => {
  const range = `must be degrees from -${most} to ${most}`
  return z.number(range).min(-most, range).max(most, range)
}
const position = z.object({ lat: degrees(90), lon: degrees(180) })
const geohash = z.string().regex(/^[0-9b-hjkmnp-zB-HJKMNP-Z]{6,12}$/, place)

/** The place where it was filmed, as a cell. The exact position is discarded here. */
const location = z
  .union([position, geohash], place)
  .transform((given, check) => {
    const cell =
      typeof given === 'string'
        ? geohashToCell(given.slice(0, geohashLength))
        : placeToCell({ latitude: given.lat, longitude: given.lon })
    if (cell !== undefined) return cell
    return refuse(check, 'must not be 0, 0, which receivers write if they have no position')
  })
  .describe(
    'Where it was filmed, for a file without a position. Only the geohash of six characters is stored.',
  )

const capturedAt = z
  .string()
  .transform((text, check) => {
    const seconds = parseInstant(text)
    if (seconds !== undefined) return seconds
    return refuse(check, 'must be ISO 8601 with its offset from UTC, such as 2026-11-20T14:05:00+01:00')
  })
  .describe('When it was filmed, for a file without a time. ISO 8601 with an offset.')

/** The body of POST /api/board/bounties/{bounty_id}/submissions. */
export const createSubmissionInput = z.object({
  upload_id: z
    .string()
    .regex(/^upl_[0-9a-f]{32}$/, 'must be the last part of the Location of your upload')
    .describe('Your completed upload.'),
  note: plainText(1, maxNoteCharacters, { lines: true })
    .optional()
    .describe(`A note for the poster: 1 to ${maxNoteCharacters} characters.`),
  captured_at: capturedAt.optional(),
  location: location.optional(),
})

export const submissionParams = z.object({
  submission_id: z.string().min(1, 'must not be empty').describe('The id of a submission of yours.'),
})

/** The end of a page: the time of the last submission in microseconds, and its id. */
export type SubmissionCursor = { atMicros: string; submissionId: string }

export function writeSubmissionCursor({ atMicros, submissionId }: SubmissionCursor): string {
  return encodeCursor(`${atMicros}.${submissionId}`)
}

/** The query string of GET /api/board/submissions. */
export const submissionsQuery = z.object({
  limit: pageLimit,
  cursor: cursorOf(
    /^(\d{1,17})\.([\w-]{1,64})$/,
    ([, atMicros, submissionId]): SubmissionCursor => ({
      atMicros: atMicros!,
      submissionId: submissionId!,
    }),
  )
    .optional()
    .describe('`next_cursor` of the previous page.'),
})

export const ownSubmissionSchema = submissionSchema
  .omit({ contributor_record: true, full_capture_url: true, model_glb_url: true })
  .omit({ model_splats_url: true, model_zip_url: true })
  .omit({ reconstruction_mode: true, reconstruction_retries_left: true, reconstruction_stage: true })
  .omit({ reconstruction_progress: true, reconstruction_remaining_seconds: true })
  .extend({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .describe('SHA-256 of your file. Once it is anchored, this is its observation_id.'),
    original_url: z.url().nullable().describe('Your file; null until it is stored. Valid for 15 minutes.'),
    accept_tx: hex32.nullable().describe('The transaction that paid you from the escrow.'),
    paid_at: timestamp.nullable().describe('When that transaction was confirmed.'),
    bounty: z.object({
      bounty_id: z.string(),
      title: z.string(),
      geohash: z
        .string()
        .nullable()
        .describe(
          'The cell in which the bounty asks to film, one to six characters; `null` if it names no place.',
        ),
      amount_usdc: z.int().describe('Whole USDC.'),
      network: z.string().describe('CAIP-2.'),
      deadline: timestamp,
      status: z.enum(boardStatuses),
      board_url: z.url(),
      moderation: bountyModerationSchema,
    }),
  })
  .meta({ id: 'OwnSubmission' })
export type OwnSubmission = z.output<typeof ownSubmissionSchema>

export const submissionsPageSchema = z.object({
  submissions: z.array(ownSubmissionSchema).describe('Newest first.'),
  next_cursor: nextCursor,
})
export type SubmissionsPage = z.output<typeof submissionsPageSchema>
