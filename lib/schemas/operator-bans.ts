import { z } from 'zod'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { timestamp } from '#lib/schemas/formats'

type Position = { micros: string; wallet: string }

/** @param at.micros epoch microseconds, as exact as the database has them */
export const writeBanCursor = ({ micros, wallet }: Position) => encodeCursor(`ban.${micros}.${wallet}`)

/** The query string of GET /api/operator/bans. */
export const bansQuery = z.object({
  limit: pageLimit,
  cursor: cursorOf(
    /^ban\.(\d{1,17})\.(0x[0-9a-f]{40})$/,
    ([, micros, wallet]): Position => ({ micros: micros!, wallet: wallet! }),
  ).optional(),
})
export type BansQuery = z.output<typeof bansQuery>

const banSchema = z.object({
  wallet: z.string().describe('In lower case.'),
  reason: z.string().describe('As the wallet and the people it deals with read it.'),
  at: timestamp,
  operator: z
    .string()
    .nullable()
    .describe('The wallet of the operator who banned it, in lower case; null if the log has no such action.'),
  action_id: z.int().nullable().describe('The ban in the log of actions.'),
})
export type Ban = z.output<typeof banSchema>

/** The answer of `GET /api/operator/bans`. */
export const bansSchema = z.object({
  bans: z.array(banSchema).describe('Those in force, the newest first.'),
  next_cursor: nextCursor,
})
export type BanPage = z.output<typeof bansSchema>
