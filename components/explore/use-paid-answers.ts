'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PaidAnswer } from '#lib/client/paid-answer-schema'
import { forgetAnswer, listAnswers } from '#lib/client/paid-answers'
import { signedQueries } from '#lib/client/signed-queries'
import { type KnownAnswer, withQuestion, withStored } from './known-answers.ts'

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
  /** Reads the stored answers again, and returns all. @throws as `listAnswers` does */
  const reload = useCallback(async (): Promise<readonly KnownAnswer[]> => {
    const read = ++reads.current
    const stored = await listAnswers()
    // If this browser stores no answers, only this page has them.
    const all = stored ? withStored(known.current, stored) : known.current
    if (read === reads.current) set(all)
    return all
  }, [set])
  useEffect(() => {
    const refresh = () => void reload().catch(() => set(known.current))
    refresh()
    const onSeen = () => document.visibilityState === 'visible' && refresh()
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', onSeen)
    // When another tab gets an answer, it deletes the signed query.
    const endWatch = signedQueries.watch(refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', onSeen)
      endWatch()
    }
  }, [reload, set])
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

function isSame(a: readonly KnownAnswer[], b: readonly KnownAnswer[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}
