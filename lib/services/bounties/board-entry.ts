import 'server-only'
import { bytesToHex, type Hex } from 'viem'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import type { BountyState } from '#lib/domain/bounty'
import { visibleLine, visibleText } from '#lib/domain/visible-text'
import type { PosterRecord } from '#lib/schemas/board'
import { countPosterRecords, noRecord } from '#lib/services/bounties/count-poster-records'

/** What anyone may know of a bounty: what its poster says, and what the chain shows. */
export type BoardEntry = {
  bountyId: string
  state: BountyState
  /** Fit to be shown: one line, and lines. */
  title: string
  brief: string
  amountUsdc: number
  deadline: Date
  /** Whether the deadline has passed, by the service's clock. */
  isOver: boolean
  chainId: number
  onchainId: number
  /** Whether another bounty can no longer get that number by a reorganisation. */
  numberIsFinal: boolean
  createTx: Hex | null
  poster: PosterRecord
}

/** What an entry is made of; `payer` and `paidAt` stay here. */
export const boardColumns = {
  bountyId: bounty.bountyId,
  state: bounty.state,
  title: bounty.title,
  brief: bounty.brief,
  amountUsdc: bounty.amountUsdc,
  deadline: bounty.deadline,
  chainId: bounty.chainId,
  onchainId: bounty.onchainId,
  numberIsFinal: bounty.postIsFinal,
  createTx: bounty.createTx,
  payer: bounty.payer,
  paidAt: bounty.paidAt,
}
export type BoardRow = Pick<
  typeof bounty.$inferSelect,
  Exclude<keyof typeof boardColumns, 'numberIsFinal'>
> & { numberIsFinal: boolean }

/** Entries for rows that were posted, with their posters' records. */
export async function toBoardEntries(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  rows: readonly BoardRow[]
}): Promise<BoardEntry[]> {
  const { ctx, rows } = args
  const records = await countPosterRecords({ ctx, input: { payers: rows.map((row) => row.payer) } })
  return rows.map(({ payer, paidAt: _, ...row }) => ({
    ...row,
    onchainId: row.onchainId!,
    title: visibleLine(row.title) || 'Untitled',
    brief: visibleText(row.brief).trim(),
    isOver: ctx.clock.now() >= row.deadline,
    createTx: row.createTx && bytesToHex(row.createTx),
    poster: records.get(payer) ?? noRecord,
  }))
}
