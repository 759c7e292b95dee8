import { z } from 'zod'
import { defaultLimit } from '#lib/domain/bounty/board-limits'
import { boardStatuses } from '#lib/domain/bounty/board-status'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { hiddenSchema } from '#lib/schemas/moderation'
import { networkId } from '#lib/schemas/query-formats'

const boardSorts = ['newest', 'ending_soonest', 'nearest'] as const
export type BoardSort = (typeof boardSorts)[number]

const maxLimit = 100
const maxAmountUsdc = 1_000_000
const limit = `must be a whole number from 1 to ${maxLimit}`
const amount = `must be a whole number of USDC from 1 to ${maxAmountUsdc}`

const wholeNumber = (message: string, most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, message)
    .transform(Number)
    .refine((value) => value <= most, message)

/** The page size, in a query string. */
export const pageLimit = wholeNumber(limit, maxLimit).default(defaultLimit)

/** The end of a page: the order, the second or metre, and the last bounty. */
const cursorText = /^(newest|ending_soonest|nearest:([0-9b-hjkmnp-z]{1,6}))\.(\d{1,10})\.([\w-]{1,64})$/

export type BoardCursor = {
  sort: BoardSort
  /** The geohash that `nearest` measures from. */
  near?: string
  /** Seconds since 1970 of the payment or the deadline; metres for `nearest`. */
  at: number
  bountyId: string
}

export function writeCursor({ sort, near, at, bountyId }: BoardCursor): string {
  return encodeCursor(`${sort}${near === undefined ? '' : `:${near}`}.${at}.${bountyId}`)
}

const cursor = cursorOf(
  cursorText,
  ([, order, near, at, bountyId]): BoardCursor => ({
    sort: near === undefined ? (order as BoardSort) : 'nearest',
    ...(near === undefined ? {} : { near }),
    at: Number(at),
    bountyId: bountyId!,
  }),
)

const maxDays = 30
const days = `must be a whole number of days from 1 to ${maxDays}`

const near = z
  .string()
  .regex(/^[0-9b-hjkmnp-z]{1,6}$/i, 'must be a geohash of 1 to 6 characters; four or five are enough')
  .transform((geohash) => geohash.toLowerCase())

/** The query string of GET /api/board/bounties. */
export const boardQuery = z.object({
  sort: z
    .enum(boardSorts, `must be ${boardSorts.join(' or ')}`)
    .optional()
    .describe(
      'Default: `newest`, or `nearest` if `near` is given; with a cursor, the order of the previous page. `nearest` lists only bounties that name a place, by the distance between the centres of the cells.',
    ),
  near: near.optional().describe('A geohash of one to six characters. Required by `nearest`.'),
  limit: pageLimit,
  cursor: cursor.optional().describe('`next_cursor` of the previous page.'),
  network: networkId.optional(),
  min_amount_usdc: wholeNumber(amount, maxAmountUsdc).optional(),
  ends_within_days: wholeNumber(days, maxDays).optional(),
  has_place: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional()
    .describe('Only bounties that name a place, or only those that name none.'),
})

export type BoardQuery = z.output<typeof boardQuery>

export const boardParams = z.object({ bounty_id: z.string().min(1, 'must not be empty') })

const count = z.int().min(0)

const posterRecordSchema = z
  .object({
    accepted: count.describe('Bounties that ended with an accepted submission.'),
    cancelled: count.describe('Bounties that the poster cancelled.'),
    expired_with_submissions: count.describe(
      'Bounties that expired with submissions, none of which was accepted.',
    ),
  })
  .meta({ id: 'PosterRecord' })
export type PosterRecord = z.output<typeof posterRecordSchema>

export const boardBountySchema = z
  .object({
    bounty_id: z.string(),
    status: z.enum(boardStatuses),
    title: z.string(),
    brief: z.string(),
    geohash: z
      .string()
      .nullable()
      .describe('Where to film: a geohash of one to six characters; null if the brief names no place.'),
    amount_usdc: z.int().describe('The reward in whole USDC.'),
    network: z.string().describe('CAIP-2 id of the network that pays the reward.'),
    deadline: z.string().describe('Submissions can be accepted until then. UTC.'),
    onchain_id: z.int().describe('The number of the bounty in the escrow contract.'),
    board_url: z.url(),
    hidden: hiddenSchema,
    poster: posterRecordSchema.describe('How earlier bounties of the same wallet ended.'),
  })
  .meta({ id: 'BoardBounty' })
export type BoardBounty = z.output<typeof boardBountySchema>

export const boardPageSchema = z.object({
  bounties: z.array(boardBountySchema),
  next_cursor: nextCursor,
})
export type BoardPage = z.output<typeof boardPageSchema>
