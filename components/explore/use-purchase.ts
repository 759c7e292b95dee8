'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { serviceNow } from '#lib/client/service-clock'
import { signedQueries } from '#lib/client/signed-queries'
import { forgetSigned, type SignedRequest } from '#lib/client/signed-request'
import { type answerFor, boughtSince, type ShownAnswer } from './answer-for.ts'
import type { KnownAnswer } from './known-answers.ts'
import { useFetchAnswer, useSignedQuery } from './use-fetch-answer.ts'
import { isWide } from './use-inset.ts'
import type { usePaidAnswers } from './use-paid-answers.ts'

const outdated =
  'Your past searches could not be loaded, so nothing was paid now. Reload this page and try again.'

/**
 * Pays for an answer, and resumes a payment whose answer was lost. `onResumed` is called with a resumed answer.
 *
 * @param query the one of the page
 * @param shown the answer to it that the page shows
 * @param setArrived called with the payment of an answer that has arrived
 */
export function usePurchase(
  paid: ReturnType<typeof usePaidAnswers>,
  query: Parameters<typeof answerFor>[0],
  shown: ShownAnswer | undefined,
  setArrived: (payment: string) => void,
  onResumed: (answer: KnownAnswer) => void,
) {
  const signed = useSignedQuery()
  const sending = useFetchAnswer()
  const [isPaying, setIsPaying] = useState(false)
  /** The payment of the answer that was shown instead of paying for it again. */
  const [spared, setSpared] = useState('')
  /** True if another tab has bought the answer, which is then shown. */
  const isBought = async () => {
    const found = boughtSince(shown, query, await paid.reload(), serviceNow())
    if (!found) return false
    setSpared(found.payment)
    setArrived(found.payment)
    return true
  }
  const signAndSend = async (sign: () => Promise<SignedRequest | undefined>) => {
    if (await isBought()) return
    const request = await sign()
    if (!request) return
    // The wallet may have been open for long. A payment that is signed but not sent charges nothing.
    if (await isBought()) return forgetSigned(signedQueries, request)
    const bought = await sending.fetchIt(request)
    if (bought) setArrived(paid.add(bought.answer, bought.isKept).payment)
  }
  const pay = async (sign: () => Promise<SignedRequest | undefined>) => {
    setIsPaying(true)
    sending.setProblem('')
    // It could not be checked whether the answer was bought before.
    await signAndSend(sign).catch(() => sending.setProblem(outdated))
    setIsPaying(false)
  }
  const resume = async (kept: SignedRequest) => {
    const bought = await sending.fetchIt(kept)
    if (!bought) return
    const known = paid.add(bought.answer, bought.isKept)
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
    spared,
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
