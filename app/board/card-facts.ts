import type { BoardCardFacts } from '#components/board/board-card'
import type { Env } from '#lib/adapters/env'
import { wordsOf } from '#lib/domain/bounty-place'
import { describeTimeLeft } from '#lib/domain/duration'
import type { BoardEntry } from '#lib/services/bounties/board-entry'

/** What a card shows of an entry: nothing else of it goes to the browser. */
export function cardFacts(args: { entry: BoardEntry; env: Env; now: Date }): BoardCardFacts {
  const { entry, env, now } = args
  const network = env.networks.find((candidate) => candidate.chainId === entry.chainId)
  return {
    bountyId: entry.bountyId,
    title: entry.title,
    words: wordsOf(entry.brief),
    geohash: entry.geohash,
    amountUsdc: entry.amountUsdc,
    networkName: network?.name ?? `chain ${entry.chainId}`,
    deadline: entry.deadline.toISOString(),
    timeLeft: describeTimeLeft(Math.floor((entry.deadline.getTime() - now.getTime()) / 1_000)),
    poster: entry.poster,
  }
}
