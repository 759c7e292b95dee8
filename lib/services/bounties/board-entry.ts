import 'server-only'
import { bytesToHex, getAddress, type Hex } from 'viem'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import type { BountyState } from '#lib/domain/bounty'
import { coarseBrief } from '#lib/domain/bounty-place'
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
  /** Where it is to be filmed, one to six characters. */
  geohash: string | null
  amountUsdc: number
  deadline: Date
  /** Whether the deadline has passed, by the service's clock. */
  isOver: boolean
  chainId: number
  /** The contract it is posted to. */
  escrow: string
  onchainId: number
  /** Whether another bounty can no longer get that number by a reorganisation. */
  numberIsFinal: boolean
  createTx: Hex | null
  paidAt: Date
  poster: PosterRecord
}

/** What an entry is made of; `payer` stays here. */
export const boardColumns = {
  bountyId: bounty.bountyId,
  state: bounty.state,
  title: bounty.title,
  brief: bounty.brief,
  placeGeohash: bounty.placeGeohash,
  amountUsdc: bounty.amountUsdc,
  deadline: bounty.deadline,
  chainId: bounty.chainId,
  escrow: bounty.escrow,
  onchainId: bounty.onchainId,
  postIsFinal: bounty.postIsFinal,
  createTx: bounty.createTx,
  payer: bounty.payer,
  paidAt: bounty.paidAt,
}
export type BoardRow = Pick<typeof bounty.$inferSelect, keyof typeof boardColumns>

/** Entries for rows that were posted, with their posters' records. */
export async function toBoardEntries(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  rows: readonly BoardRow[]
}): Promise<BoardEntry[]> {
  const { ctx, rows } = args
  const records = await countPosterRecords({ ctx, input: { payers: rows.map((row) => row.payer) } })
  return rows.map((row) => ({
    bountyId: row.bountyId,
    state: row.state,
    title: visibleLine(row.title) || 'Untitled',
    brief: coarseBrief(visibleText(row.brief).trim()),
    geohash: row.placeGeohash,
    amountUsdc: row.amountUsdc,
    deadline: row.deadline,
    isOver: ctx.clock.now() >= row.deadline,
    chainId: row.chainId,
    escrow: getAddress(row.escrow),
    onchainId: row.onchainId!,
    numberIsFinal: row.postIsFinal,
    createTx: row.createTx && bytesToHex(row.createTx),
    paidAt: row.paidAt,
    poster: records.get(row.payer) ?? noRecord,
  }))
}
