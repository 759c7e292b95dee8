import type { BoardCardFacts } from '#components/board/board-card'
import { wordsOf } from '#lib/domain/bounty/bounty-place'
import { filmLengthText, filmSecondsOf } from '#lib/domain/bounty/film-length'
import { describeTimeLeft } from '#lib/domain/text/duration'
import { utcText } from '#lib/domain/text/moment'
import type { BoardEntry } from '#lib/services/bounties/board-entry'
import { posterText } from '../../components/bounty/poster-text.ts'

/** The words of a bounty without the line of its place, which is shown on its own. Where none is stored, the line stays. */
export function instructionsOf({ brief, geohash }: Pick<BoardEntry, 'brief' | 'geohash'>): string {
  return geohash === null ? brief : wordsOf(brief)
}

/** The facts of an entry that a card shows. No other data of it is sent to the browser. */
export function cardFacts(args: {
  entry: BoardEntry
  placeName: string | undefined
  now: Date
}): BoardCardFacts {
  const { entry, placeName, now } = args
  const instructions = instructionsOf(entry)
  const seconds = filmSecondsOf(instructions)
  return {
    bountyId: entry.bountyId,
    title: entry.title,
    line: instructions.split('\n').find((line) => line.trim() !== '') ?? '',
    geohash: entry.geohash,
    placeName,
    amountUsdc: entry.amountUsdc,
    deadline: entry.deadline.toISOString(),
    deadlineUtc: utcText(entry.deadline.toISOString()),
    timeLeft: describeTimeLeft(Math.floor((entry.deadline.getTime() - now.getTime()) / 1_000)),
    filmLength: seconds === undefined ? undefined : filmLengthText(seconds),
    filmCount: entry.filmCount,
    poster: posterText(entry.poster),
  }
}
