import { z } from 'zod'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { timestamp } from '#lib/schemas/formats'
import { onlyTrue, operationName, rowNumber, secondsText, walletFilter } from '#lib/schemas/query-formats'

export type RequestPosition = { at: Date; requestId: string }

export function writeRequestCursor({ at, requestId }: RequestPosition): string {
  return encodeCursor(`request.${at.getTime()}.${requestId}`)
}
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const cursor = cursorOf(
  new RegExp(`^request\\.(\\d{1,15})\\.(${uuid.source})$`),
  ([, ms, requestId]): RequestPosition => ({ at: new Date(Number(ms)), requestId: requestId! }),
)

const requestOutcomes = ['ok', 'refused', '4xx', '5xx'] as const

/** The query string of GET /api/operator/requests. */
export const requestsQuery = z.object({
  outcome: z
    .enum(requestOutcomes)
    .optional()
    .describe(
      '`ok`: a status below 400. `refused`: 400 and above, of which `4xx` and `5xx` are the two halves, but for the answers of a frozen service, which are in neither.',
    ),
  reads: onlyTrue
    .optional()
    .describe('Include the reads of operators and their previews of actions, which are left out by default.'),
  without_quotes: onlyTrue
    .optional()
    .describe('Leave out the prices of requests without a payment. Refused payments stay.'),
  without_not_found: onlyTrue.optional().describe('Leave out reads that were answered 404.'),
  code: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'must be the code of a refusal')
    .optional(),
  operation: operationName.optional(),
  key: z
    .string()
    .regex(/^cairn_[\w-]{8}$/, 'must be the first 14 characters of an API key')
    .optional(),
  bounty_id: z
    .string()
    .regex(/^bty_[0-9a-f]{32}$/, 'must be a bounty_id')
    .optional(),
  payment_id: rowNumber('a payment').optional(),
  payer: walletFilter
    .optional()
    .describe('Only requests that used one of the last thousand payments of this wallet.'),
  until: timestamp.optional().describe('Only requests before this time. Default: now.'),
  within: secondsText.optional().describe('Only requests of this many seconds before `until`.'),
  limit: pageLimit,
  cursor: cursor.optional().describe('`next_cursor` of the previous page.'),
})
export type RequestsQuery = z.output<typeof requestsQuery>

/** An answered request. */
const operatorRequestSchema = z.object({
  request_id: z.string().describe('The `X-Request-Id` of the answer.'),
  at: timestamp,
  operation: z.string(),
  method: z.string(),
  status: z.int(),
  duration_ms: z.int(),
  code: z.string().nullable(),
  message: z
    .string()
    .nullable()
    .describe('The message that the caller got, without addresses, links and tokens.'),
  is_quote: z
    .boolean()
    .nullable()
    .describe(
      'Of a 402: `true` for the price of a request without a payment, `false` for a refused payment. `null`: another answer, or one that was logged by an earlier version.',
    ),
  cause: z.string().nullable().describe('The cause of an internal error.'),
  is_repeat: z
    .boolean()
    .describe(
      'True if an earlier logged request with the same payment got the answer: this one got the stored answer, and nothing was charged again.',
    ),
  bounty_id: z.string().nullable(),
  payment_id: z.int().nullable(),
  submission_id: z.string().nullable(),
  upload_id: z.string().nullable(),
  api_key: z.string().nullable(),
  action: z.string().nullable(),
  done_to: z
    .object({ subject: z.string(), subject_id: z.string() })
    .nullable()
    .describe('What an operator’s action was carried out on; `null` if none was.'),
  trace_id: z.string().nullable(),
})
export type OperatorRequest = z.output<typeof operatorRequestSchema>

export const operatorRequestPageSchema = z.object({
  requests: z.array(operatorRequestSchema).describe('Newest first.'),
  next_cursor: nextCursor,
  quotes_left_out: z
    .object({ count: z.int(), is_more: z.boolean().describe('True if there are more than were counted.') })
    .nullable()
    .describe('How many price quotes `without_quotes` leaves out; only on the first page.'),
})
export type OperatorRequestPage = z.output<typeof operatorRequestPageSchema>

export const requestParams = z.object({
  request_id: z
    .string()
    .trim()
    .toLowerCase()
    .regex(new RegExp(`^${uuid.source}$`), 'must be the id of a request, as X-Request-Id has it'),
})

/** The request with an id, or what its absence may mean. */
export const operatorRequestDetailSchema = z.object({
  request_id: z.string(),
  request: operatorRequestSchema.nullable().describe('`null`: not in the log.'),
  frozen: z
    .object({ since: timestamp, ended_at: timestamp.nullable(), reason: z.string() })
    .nullable()
    .describe('The freeze by which it was refused; `null` for all other answers.'),
  audit_id: z.int().nullable().describe('The entry that it made in the log of actions.'),
  kept_days: z.int(),
  left_out: z
    .object({ flood: z.int(), lost: z.int(), last_at: timestamp.nullable() })
    .describe('The number of requests in these days that were not logged, and why.'),
})
export type OperatorRequestDetail = z.output<typeof operatorRequestDetailSchema>
