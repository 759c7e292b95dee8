'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readAreaText } from '#lib/client/area-text'
import { signedQueries } from '#lib/client/ask-query'
import { type ExploreState, parseExploreUrl, questionOf } from '#lib/client/explore-url'
import { forgetAnswer, listAnswers, type PaidAnswer } from '#lib/client/paid-answers'

/**
 * `state`: the view in which it was requested; `question` identifies the query; `isKept`: false if this browser could not store the answer,
 * so that only this page has it.
 */
export type KnownAnswer = PaidAnswer & { state: ExploreState; question: string; isKept: boolean }

/** The answers that this browser has stored, whichever tab bought them; `undefined` until they are loaded. */
export function usePaidAnswers() {
  const [answers, setAnswers] = useState<readonly KnownAnswer[]>()
  const known = useRef<readonly KnownAnswer[]>([])
  const reads = useRef(0)
  const set = useCallback((all: readonly KnownAnswer[]) => {
    // A read that began before this is outdated.
    reads.current++
    known.current = all
    setAnswers((before) => (before && isSame(before, all) ? before : all))
  }, [])
  /** Reads the stored answers again, and returns all. */
  const reload = useCallback(async (): Promise<readonly KnownAnswer[]> => {
    const read = ++reads.current
    // If this browser stores no answers, only this page has them.
    const stored = await listAnswers().catch(() => known.current)
    const all = withStored(known.current, stored)
    if (read === reads.current) set(all)
    return all
  }, [set])
  useEffect(() => {
    void reload()
    const onSeen = () => document.visibilityState === 'visible' && void reload()
    window.addEventListener('focus', reload)
    document.addEventListener('visibilitychange', onSeen)
    // When another tab gets an answer, it deletes the signed query.
    const endWatch = signedQueries.watch(reload)
    return () => {
      window.removeEventListener('focus', reload)
      document.removeEventListener('visibilitychange', onSeen)
      endWatch()
    }
  }, [reload])
  const add = useCallback(
    (answer: PaidAnswer, isKept: boolean): KnownAnswer => {
      const added = withQuestion(answer, isKept)
      set([added, ...known.current.filter((one) => one.payment !== answer.payment)])
      return added
    },
    [set],
  )
  const forget = useCallback(
    (payment: string) => {
      set(known.current.filter((one) => one.payment !== payment))
      void forgetAnswer(payment)
    },
    [set],
  )
  return { answers, add, forget, reload }
}

/** The stored answers, as the same objects as before where they are known, and those that could not be stored. */
function withStored(known: readonly KnownAnswer[], stored: readonly PaidAnswer[]): KnownAnswer[] {
  const before = new Map(known.map((one) => [one.payment, one]))
  const payments = new Set(stored.map(({ payment }) => payment))
  return [
    ...stored.map((one) => before.get(one.payment) ?? withQuestion(one, true)),
    ...known.filter(({ isKept, payment }) => !isKept && !payments.has(payment)),
  ].sort((a, b) => b.asked_at.localeCompare(a.asked_at))
}

function isSame(a: readonly KnownAnswer[], b: readonly KnownAnswer[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

function withQuestion(answer: PaidAnswer, isKept: boolean): KnownAnswer {
  const { state } = parseExploreUrl(answer.page.split('?')[1] ?? '')
  // Some areas are too long for an address, but the request contains all of them.
  const asked = { ...state, area: state.area ?? areaIn(answer.body) }
  return { ...answer, state: asked, question: questionOf(asked), isKept }
}

function areaIn(body: string) {
  try {
    return readAreaText(body)
  } catch {
    return undefined
  }
}
