import { z } from 'zod'
import { boardStatuses } from '#lib/domain/board-status'
import { cursorOf, encodeCursor } from '#lib/schemas/cursor'
import { networkId } from '#lib/schemas/query-formats'

export const boardSorts = ['newest', 'ending_soonest', 'nearest'] as const
export type BoardSort = (typeof boardSorts)[number]

const maxLimit = 100
export const defaultLimit = 20
const maxAmountUsdc = 1_000_000
const limit = `must be a whole number from 1 to ${maxLimit}`
const amount = `must be a whole number of USDC from 1 to ${maxAmountUsdc}`

const wholeNumber = (message: string, most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, message)
    .transform(Number)
    .refine((value) => value <= most, message)

/** How many a page has, in a query string. */
export const pageLimit = wholeNumber(limit, maxLimit).default(defaultLimit)

/** Where a page ends: which order, at which second or metre, after which bounty. */
const cursorText = /^(newest|ending_soonest|nearest:([0-9b-hjkmnp-z]{1,6}))\.(\d{1,10})\.([\w-]{1,64})$/

export type BoardCursor = {
  sort: BoardSort
  /** Of `nearest`: near what. */
  near?: string
  /** Seconds since 1970 when it was paid or ends; metres. */
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
  .regex(/^[0-9b-hjkmnp-z]{1,6}$/i, 'must be a geohash of 1 to 6 characters; four or five tell enough')
  .transform((geohash) => geohash.toLowerCase())

/** The query string of GET /api/board/bounties. */
export const boardQuery = z.object({
  sort: z
    .enum(boardSorts, `must be ${boardSorts.join(' or ')}`)
    .optional()
    .meta({
      description:
        '`newest` unless told, `nearest` with `near`; with a cursor, the order it comes from. `nearest` has only bounties that name a place, by the distance between the middles of the cells.',
    }),
  near: near.optional().meta({ description: 'A geohash, one to six characters. Asked for by `nearest`.' }),
  limit: pageLimit,
  cursor: cursor.optional().meta({ description: '`next_cursor` of the page before.' }),
  network: networkId.optional(),
  min_amount_usdc: wholeNumber(amount, maxAmountUsdc).optional(),
  ends_within_days: wholeNumber(days, maxDays).optional(),
  has_place: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'Only bounties that name a place, or only those that name none.' }),
})

export type BoardQuery = z.output<typeof boardQuery>

export const boardParams = z.object({ bounty_id: z.string().min(1, 'must not be empty') })

const count = z.int().min(0)

export const posterRecordSchema = z
  .object({
    accepted: count.meta({ description: 'Ended with a submission accepted.' }),
    cancelled: count.meta({ description: 'Taken back by the poster.' }),
    expired_with_submissions: count.meta({
      description: 'Ran out though somebody had handed in a submission, and none was accepted.',
    }),
  })
  .meta({ id: 'PosterRecord' })
export type PosterRecord = z.output<typeof posterRecordSchema>

export const boardBountySchema = z
  .object({
    bounty_id: z.string(),
    status: z.enum(boardStatuses),
    title: z.string(),
    brief: z.string(),
    geohash: z.string().nullable().meta({
      description: 'Where it is to be filmed, one to six characters; null when its brief names no place.',
    }),
    amount_usdc: z.int().meta({ description: 'What the contributor gets, whole USDC.' }),
    network: z.string().meta({ description: 'CAIP-2: where it is paid out.' }),
    deadline: z.string().meta({ description: 'Until when a submission can be accepted. UTC.' }),
    onchain_id: z.int().meta({ description: 'Its number in the escrow contract.' }),
    board_url: z.url(),
    poster: posterRecordSchema.meta({ description: 'What became of the bounties of the same wallet.' }),
  })
  .meta({ id: 'BoardBounty' })
export type BoardBounty = z.output<typeof boardBountySchema>

export const boardPageSchema = z.object({
  bounties: z.array(boardBountySchema),
  next_cursor: z.string().nullable().meta({ description: 'Asks for the next page; null on the last.' }),
})
export type BoardPage = z.output<typeof boardPageSchema>
