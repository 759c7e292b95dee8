'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SignedRequest } from '#lib/client/signed-request'
import { useFetchAnswer, useSignedQuery } from './use-fetch-answer.ts'
import { isWide } from './use-inset.ts'
import type { KnownAnswer, usePaidAnswers } from './use-paid-answers.ts'

/** Pays for an answer, and resumes a payment whose answer was lost. `onResumed` is called with a resumed answer. */
export function usePurchase(
  paid: ReturnType<typeof usePaidAnswers>,
  onResumed: (answer: KnownAnswer) => void,
) {
  const signed = useSignedQuery()
  const sending = useFetchAnswer()
  const [isPaying, setIsPaying] = useState(false)
  /** The payment of the answer that arrived last. */
  const [arrived, setArrived] = useState('')
  const pay = async (sign: () => Promise<SignedRequest | undefined>) => {
    setIsPaying(true)
    const request = await sign()
    const bought = request && (await sending.fetchIt(request))
    if (bought) setArrived(paid.add(bought).payment)
    setIsPaying(false)
  }
  const resume = async (kept: SignedRequest) => {
    const bought = await sending.fetchIt(kept)
    if (!bought) return
    const known = paid.add(bought)
    setArrived(known.payment)
    // It may have been requested in another view.
    onResumed(known)
  }
  return {
    signed,
    sending,
    isPaying,
    /** A signed query has no answer yet and is not being sent. Nothing else is signed until that is resolved. */
    isHeld: signed !== undefined && !isPaying,
    pay,
    resume,
    arrived,
    setArrived,
  }
}

/**
 * Once the requested answer is on the page, calls `onShow`, moves the focus to the heading of the results and scrolls it into view. On
 * a phone the heading moves to the top of the sheet, because the fields above it belong to the question.
 */
export function useShowAnswer(payment: string | undefined, arrived: string, onShow: () => void): void {
  const show = useEffectEvent(() => {
    onShow()
    const heading = document.getElementById('results-title')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: isWide() ? 'nearest' : 'start' })
  })
  useEffect(() => {
    if (payment !== undefined && payment === arrived) show()
  }, [payment, arrived])
}
