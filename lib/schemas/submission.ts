import { z } from 'zod'
import { boardStatuses } from '#lib/domain/board-status'
import { placeToCell } from '#lib/domain/capture-place'
import { parseInstant } from '#lib/domain/capture-time'
import { geohashLength, geohashToCell } from '#lib/domain/geohash'
import { pageLimit } from '#lib/schemas/board'
import { finding, plainText, submissionSchema } from '#lib/schemas/bounty'
import { cursorOf, encodeCursor } from '#lib/schemas/cursor'
import { hex32, timestamp } from '#lib/schemas/formats'

const maxNoteCharacters = 2_000

const place = 'must be {"lat": degrees, "lon": degrees}, or a geohash of 6 to 12 characters'
const degrees = (most: number) => {
  const range = `must be degrees from -${most} to ${most}`
  return z.number(range).min(-most, range).max(most, range)
}
const position = z.object({ lat: degrees(90), lon: degrees(180) })
const geohash = z.string().regex(/^[0-9b-hjkmnp-zB-HJKMNP-Z]{6,12}$/, place)

/** Where it was filmed. It becomes a cell here, and is known no finer from then on. */
const location = z
  .union([position, geohash], place)
  .transform((given, check) => {
    const cell =
      typeof given === 'string'
        ? geohashToCell(given.slice(0, geohashLength))
        : placeToCell({ latitude: given.lat, longitude: given.lon })
    if (cell !== undefined) return cell
    check.addIssue({ code: 'custom', message: 'must not be 0, 0: receivers write that for no place at all' })
    return z.NEVER
  })
  .meta({
    description:
      'Where it was filmed, for a file that does not say it itself. Only its geohash of six characters is kept.',
  })

const capturedAt = z
  .string()
  .transform((text, check) => {
    const seconds = parseInstant(text)
    if (seconds !== undefined) return seconds
    check.addIssue({
      code: 'custom',
      message: 'must be ISO 8601 with its offset from UTC, such as 2026-11-20T14:05:00+01:00',
    })
    return z.NEVER
  })
  .meta({
    description: 'When it was filmed, for a file that does not say it itself. ISO 8601 with an offset.',
  })

/** The body of POST /api/board/bounties/{bounty_id}/submissions. */
export const createSubmissionInput = z.object({
  upload_id: z
    .string()
    .regex(/^upl_[0-9a-f]{32}$/, 'must be the last part of the Location your upload was given')
    .meta({ description: 'A finished upload of yours.' }),
  note: plainText(1, maxNoteCharacters, { lines: true })
    .optional()
    .meta({ description: `What to say to it, for the poster: 1 to ${maxNoteCharacters} characters.` }),
  captured_at: capturedAt.optional(),
  location: location.optional(),
})

export const submissionParams = z.object({
  submission_id: z.string().min(1, 'must not be empty').meta({ description: 'One of yours.' }),
})

/** Where a page ends: after what was handed in at a microsecond, under an id. */
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
    .meta({ description: '`next_cursor` of the page before.' }),
})

export const ownSubmissionSchema = submissionSchema
  .omit({ full_capture_url: true, model_glb_url: true, model_zip_url: true })
  .extend({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .meta({ description: 'Of your file, byte for byte: its observation_id once it is anchored.' }),
    geohash: z.string().nullable().meta({ description: 'Where it was filmed, as finely as it is known.' }),
    captured_at: timestamp.nullable(),
    quality_warnings: z.array(finding),
    original_url: z
      .url()
      .nullable()
      .meta({ description: 'Your own file; null until it is stored. Signed for 15 minutes.' }),
    accept_tx: hex32.nullable().meta({ description: 'Paid you: the release from the escrow.' }),
    bounty: z.object({
      bounty_id: z.string(),
      title: z.string(),
      amount_usdc: z.int().meta({ description: 'Whole USDC.' }),
      network: z.string().meta({ description: 'CAIP-2.' }),
      deadline: timestamp,
      status: z.enum(boardStatuses),
      board_url: z.url(),
    }),
  })
  .meta({ id: 'OwnSubmission' })
export type OwnSubmission = z.output<typeof ownSubmissionSchema>

export const submissionsPageSchema = z.object({
  submissions: z.array(ownSubmissionSchema).meta({ description: 'Newest first.' }),
  next_cursor: z.string().nullable().meta({ description: 'Asks for the next page; null on the last.' }),
})
export type SubmissionsPage = z.output<typeof submissionsPageSchema>
