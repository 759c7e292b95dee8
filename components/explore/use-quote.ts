'use client'
import { useCallback, useEffect, useState } from 'react'
import { queryPath } from '#lib/client/ask-query'
import { ApiRefusal } from '#lib/client/call-api'
import { type Offer, readQuote } from '#lib/client/read-quote'

export type Quote =
  | { is: 'none' }
  | { is: 'asking' }
  | { is: 'offered'; offers: readonly Offer[] }
  | { is: 'refused'; message: string; field: string | undefined; canRetry: boolean }

const quietMs = 500

/** What a query costs, as the service quotes it for this very body. */
export function useQuote(body: string | undefined): { quote: Quote; retry: () => void } {
  const [known, setKnown] = useState<{ body: string; quote: Quote }>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks once more
  useEffect(() => {
    if (body === undefined) return
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const offers = await readQuote({ path: queryPath, body }, ended.signal)
        setKnown({ body, quote: { is: 'offered', offers } })
      } catch (error) {
        if (ended.signal.aborted) return
        const refusal = error as ApiRefusal
        const isOurs = refusal instanceof ApiRefusal
        const message = isOurs ? refusal.text : 'There is no price yet. Nothing was paid.'
        const canRetry = !isOurs || refusal.status === 0 || refusal.status >= 429
        setKnown({
          body,
          quote: { is: 'refused', message, field: isOurs ? refusal.field : undefined, canRetry },
        })
      }
    }, quietMs)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [body, turn])
  const retry = useCallback(() => {
    setKnown(undefined)
    setTurn((now) => now + 1)
  }, [])
  const isLost = known?.quote.is === 'refused' && known.quote.canRetry
  useEffect(() => {
    if (!isLost) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isLost, retry])
  if (body === undefined) return { quote: { is: 'none' }, retry }
  return { quote: known?.body === body ? known.quote : { is: 'asking' }, retry }
}
