import 'server-only'
import type { Env } from '#lib/adapters/env'
import { boardStatusOf } from '#lib/domain/bounty/board-status'
import { networkOf } from '#lib/domain/chain/caip2'
import { isoTime } from '#lib/domain/text/iso-time'
import type { BoardBounty } from '#lib/schemas/board'
import type { BoardEntry } from '#lib/services/bounties/board-entry'

/** Describes an entry of the board for the API. */
export function describeBoardEntry(args: { env: Pick<Env, 'baseUrl'>; entry: BoardEntry }): BoardBounty {
  const { env, entry } = args
  return {
    bounty_id: entry.bountyId,
    status: boardStatusOf(entry.state, entry.isOver),
    title: entry.title,
    brief: entry.brief,
    geohash: entry.geohash,
    amount_usdc: entry.amountUsdc,
    network: networkOf(entry.chainId),
    deadline: isoTime(entry.deadline),
    onchain_id: entry.onchainId,
    board_url: `${env.baseUrl}/board/${entry.bountyId}`,
    hidden: entry.hidden,
    poster: entry.poster,
  }
}
