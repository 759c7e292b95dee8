'use client'
import { useCallback, useEffect, useState } from 'react'
import { readAreaText } from '#lib/client/area-text'
import { type ExploreState, parseExploreUrl, questionOf } from '#lib/client/explore-url'
import { forgetAnswer, listAnswers, type PaidAnswer } from '#lib/client/paid-answers'

/** `state`: the screen it was asked on; `question` names what was asked. */
export type KnownAnswer = PaidAnswer & { state: ExploreState; question: string }

/** The answers this browser has; `undefined` until it has looked. */
export function usePaidAnswers() {
  const [answers, setAnswers] = useState<readonly KnownAnswer[]>()
  useEffect(() => {
    listAnswers().then(
      (all) => setAnswers(all.map(withQuestion)),
      // It keeps none.
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
  // Some areas are too long for an address; the request has every one.
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
