'use client'
import { useCallback, useEffect, useState } from 'react'
import { readAreaText } from '#lib/client/area-text'
import { type ExploreState, parseExploreUrl, questionOf } from '#lib/client/explore-url'
import { forgetAnswer, listAnswers, type PaidAnswer } from '#lib/client/paid-answers'

/** `state`: the view in which it was requested; `question` identifies the query. */
export type KnownAnswer = PaidAnswer & { state: ExploreState; question: string }

/** The answers that this browser has stored; `undefined` until they are loaded. */
export function usePaidAnswers() {
  const [answers, setAnswers] = useState<readonly KnownAnswer[]>()
  useEffect(() => {
    listAnswers().then(
      (all) => setAnswers(all.map(withQuestion)),
      // This browser stores no answers.
      () => setAnswers([]),
    )
  }, [])
  const add = useCallback((answer: PaidAnswer): KnownAnswer => {
    const known = withQuestion(answer)
    setAnswers((all = []) => [known, ...all.filter((one) => one.payment !== answer.payment)])
    return known
  }, [])
  const forget = useCallback((payment: string) => {
    setAnswers((all) => all?.filter((one) => one.payment !== payment))
    void forgetAnswer(payment)
  }, [])
  return { answers, add, forget }
}

function withQuestion(answer: PaidAnswer): KnownAnswer {
  const { state } = parseExploreUrl(answer.page.split('?')[1] ?? '')
  // Some areas are too long for an address, but the request contains all of them.
  const asked = { ...state, area: state.area ?? areaIn(answer.body) }
  return { ...answer, state: asked, question: questionOf(asked) }
}

function areaIn(body: string) {
  try {
    return readAreaText(body)
  } catch {
    return undefined
  }
}
