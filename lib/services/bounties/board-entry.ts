import 'server-only'
import { bytesToHex, getAddress, type Hex } from 'viem'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { publicBrief, publicTitle } from '#lib/domain/bounty/public-words'
import type { PosterRecord } from '#lib/schemas/board'
import type { Hidden } from '#lib/schemas/moderation'
import { countFilms } from '#lib/services/bounties/count-films'
import { countPosterRecords, noRecord } from '#lib/services/bounties/count-poster-records'
import { cancelledOf, hiddenOf, type TakenMeasure } from '#lib/services/reports/measures'

/** The public facts of a bounty: what its poster says, and what the chain shows. */
export type BoardEntry = {
  bountyId: string
  state: BountyState
  /** Set while an operator hides it: its words and its place are then withheld. */
  hidden: Hidden
  /** Set if an operator cancelled it. */
  cancelled: Hidden
  /** Fit to be shown: one line, and lines. */
  title: string
  brief: string
  /** Geohash of the place to film, one to six characters. */
  geohash: string | null
  amountUsdc: number
  deadline: Date
  /** True if the deadline has passed, by the service's clock. */
  isOver: boolean
  chainId: number
  /** The contract it is posted to. */
  escrow: string
  onchainId: number
  /** True once no reorganisation can give that number to another bounty. */
  numberIsFinal: boolean
  createTx: Hex | null
  paidAt: Date
  poster: PosterRecord
  /** Films submitted so far. */
  filmCount: number
}

/** The columns that an entry is built from. `payer` is not published. */
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
export type BoardRow = Pick<typeof bounty.$inferSelect, keyof typeof boardColumns> & {
  /** What operators did about it. Absent in lists, which leave hidden bounties out. */
  taken?: TakenMeasure[]
}

/** Entries for rows that were posted, with their posters' records. */
export async function toBoardEntries(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  rows: readonly BoardRow[]
}): Promise<BoardEntry[]> {
  const { ctx, rows } = args
  const [records, films] = await Promise.all([
    countPosterRecords({ ctx, input: { payers: rows.map((row) => row.payer) } }),
    countFilms({ ctx, input: { bountyIds: rows.map((row) => row.bountyId) } }),
  ])
  return rows.map((row) => ({
    bountyId: row.bountyId,
    state: row.state,
    ...wordsOf(row),
    cancelled: cancelledOf(row.taken ?? []),
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
    filmCount: films.get(row.bountyId) ?? 0,
  }))
}

function wordsOf(row: BoardRow): Pick<BoardEntry, 'hidden' | 'title' | 'brief' | 'geohash'> {
  const hidden = hiddenOf(row.taken ?? [], 'bounty')
  if (hidden) return { hidden, title: 'Hidden bounty', brief: '', geohash: null }
  return {
    hidden,
    title: publicTitle(row.title),
    brief: publicBrief(row.brief),
    // Not read from the brief: the lists and the comparison of films with the place use the stored one too.
    geohash: row.placeGeohash,
  }
}
