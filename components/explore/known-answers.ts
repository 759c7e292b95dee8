import { readAreaJson } from '#lib/client/area-json'
import { type ExploreState, parseExploreUrl, questionOf } from '#lib/client/explore-url'
import type { PaidAnswer } from '#lib/client/paid-answer-schema'

/**
 * `state`: the view in which it was requested; `question` identifies the query; `isKept`: false if this browser could not store the answer,
 * so that only this page has it.
 */
export type KnownAnswer = PaidAnswer & { state: ExploreState; question: string; isKept: boolean }

/** The stored answers, as the same objects as before where they are known, and those that could not be stored. */
export function withStored(known: readonly KnownAnswer[], stored: readonly PaidAnswer[]): KnownAnswer[] {
  const before = new Map(known.map((one) => [one.payment, one]))
  const payments = new Set(stored.map(({ payment }) => payment))
  return [
    ...stored.map((one) => before.get(one.payment) ?? withQuestion(one, true)),
    ...known.filter(({ isKept, payment }) => !isKept && !payments.has(payment)),
  ].sort((a, b) => b.asked_at.localeCompare(a.asked_at))
}

export function withQuestion(answer: PaidAnswer, isKept: boolean): KnownAnswer {
  const { state } = parseExploreUrl(answer.page.split('?')[1] ?? '')
  // Some areas are too long for an address, but the request contains all of them.
  const asked = { ...state, area: state.area ?? areaIn(answer.body) }
  return { ...answer, state: asked, question: questionOf(asked), isKept }
}

function areaIn(body: string) {
  try {
    return readAreaJson(JSON.parse(body))
  } catch {
    return undefined
  }
}
