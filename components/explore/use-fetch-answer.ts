'use client'
import { useState, useSyncExternalStore } from 'react'
import type { PaidAnswer } from '#lib/client/paid-answer-schema'
import { noAnswerYet, signedQueries } from '#lib/client/signed-queries'
import type { SignedRequest } from '#lib/client/signed-request'

/** The query that was signed in this browser and is not answered yet. */
export function useSignedQuery(): SignedRequest | undefined {
  return useSyncExternalStore(signedQueries.watch, signedQueries.read, () => undefined)
}

/** Sends a signed query until it is answered. */
export function useFetchAnswer() {
  const [isBusy, setIsBusy] = useState(false)
  const [waiting, setWaiting] = useState('')
  const [problem, setProblem] = useState('')
  /** @returns `undefined` if the request failed; `problem` then says why */
  const fetchIt = async (
    signed: SignedRequest,
  ): Promise<{ answer: PaidAnswer; isKept: boolean } | undefined> => {
    setIsBusy(true)
    setProblem('')
    setWaiting('Paying, and looking it up…')
    try {
      const { fetchAnswer } = await import('#lib/client/ask-query').catch(() => {
        throw new Error(noAnswerYet)
      })
      const fetched = await fetchAnswer(signed, setWaiting)
      if (!fetched.isKept)
        setProblem('This browser stores nothing: save the answer as a file before you leave this page.')
      return fetched
    } catch (error) {
      setProblem((error as Error).message)
      return undefined
    } finally {
      setIsBusy(false)
      setWaiting('')
    }
  }
  return { fetchIt, isBusy, waiting, problem, setProblem }
}
