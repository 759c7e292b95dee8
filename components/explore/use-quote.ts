'use client'
import { useCallback, useEffect, useState } from 'react'
import { ApiRefusal } from '#lib/client/api-refusal'
import type { Offer } from '#lib/client/read-quote'
import { queryPath } from '#lib/client/signed-queries'
import { useWhenOnline } from '../ui/use-when-online.ts'

export type Quote =
  | { is: 'none' }
  | { is: 'asking' }
  | { is: 'offered'; offers: readonly Offer[] }
  | { is: 'refused'; message: string; field: string | undefined; canRetry: boolean; isPassing: boolean }

const quietMs = 500
/** If the service is paused or down for a moment, the request is repeated automatically. */
const askAgainMs = 30_000

/** The price of a query, as the service quotes it for this body. */
export function useQuote(body: string | undefined): { quote: Quote; retry: () => void } {
  const [known, setKnown] = useState<{ body: string; quote: Quote }>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks once more
  useEffect(() => {
    if (body === undefined) return
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { readQuote } = await import('#lib/client/read-quote')
        const offers = await readQuote({ path: queryPath, body }, ended.signal)
        setKnown({ body, quote: { is: 'offered', offers } })
      } catch (error) {
        if (ended.signal.aborted) return
        setKnown({ body, quote: refusedQuote(error) })
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
  useWhenOnline(isLost === true, retry)
  const isPassing = known?.quote.is === 'refused' && known.quote.isPassing
  useEffect(() => {
    if (!isPassing) return
    // The refusal stays on the page until there is another answer.
    const timer = setInterval(() => setTurn((now) => now + 1), askAgainMs)
    return () => clearInterval(timer)
  }, [isPassing])
  if (body === undefined) return { quote: { is: 'none' }, retry }
  return { quote: known?.body === body ? known.quote : { is: 'asking' }, retry }
}

/** A failed quote. It is worth a retry unless the service refused the query itself (status below 429). */
export function refusedQuote(error: unknown): Quote & { is: 'refused' } {
  if (!(error instanceof ApiRefusal))
    return {
      is: 'refused',
      message: 'There is no price yet. Nothing was paid.',
      field: undefined,
      canRetry: true,
      isPassing: false,
    }
  const { text, field, status } = error
  return {
    is: 'refused',
    message: text,
    field,
    canRetry: status === 0 || status >= 429,
    isPassing: status === 503,
  }
}
