'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const leastMs = 10_000

/** Loads the data of the page again when its reader returns to it: it may have been withdrawn meanwhile. */
export function useRefresh(): void {
  const { refresh } = useRouter()
  useEffect(() => {
    let last = Date.now()
    const stop = new AbortController()
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < leastMs) return
      last = Date.now()
      refresh()
    }
    document.addEventListener('visibilitychange', check, { signal: stop.signal })
    return () => stop.abort()
  }, [refresh])
}
