import type { ExploreState } from '#lib/client/explore-url'
import { isFresh, reuseAnswer } from '#lib/client/reuse-answer'
import type { KnownAnswer } from './known-answers.ts'

/** `bought`: the answer of another search, of which this one is a part. Absent if this search itself was bought. */
export type ShownAnswer = KnownAnswer & { bought?: KnownAnswer }

/**
 * The newest answer to a query among the bought ones: its own, or the part of another search's.
 *
 * @param chosen the payment of the answer that the reader opened. If it is one to this query, it is shown also if there are newer ones
 */
export function answerFor(
  { state, question }: { state: ExploreState; question: string },
  answers: readonly KnownAnswer[],
  now: Date,
  chosen?: string,
): ShownAnswer | undefined {
  const owns = question === '' ? [] : answers.filter((one) => one.question === question)
  const opened = owns.find(({ payment }) => payment === chosen)
  if (opened) return opened
  const [own] = owns
  const reused = reuseAnswer(state, answers, now)
  if (!reused || (own && own.asked_at >= reused.answer.asked_at)) return own
  return { ...reused.answer, state, question, result: reused.result, bought: reused.answer }
}

/** An answer to the query that was bought after the one on the page. If there is such an answer, paying would buy the same again. */
export function boughtSince(
  shown: ShownAnswer | undefined,
  query: Parameters<typeof answerFor>[0],
  answers: readonly KnownAnswer[],
  now: Date,
): ShownAnswer | undefined {
  const found = answerFor(query, answers, now)
  if (!found || !shown) return found
  return found.payment !== shown.payment && found.asked_at >= shown.asked_at ? found : undefined
}

/** True for an answer to a period until now of which much came after the purchase: it does not answer the question of today. */
export function isOutdated({ state, asked_at, bought }: ShownAnswer, now: Date): boolean {
  return !bought && !isFresh(state.window, { asked_at }, now)
}
