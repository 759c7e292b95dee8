'use client'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A link is valid for fifteen minutes. If it fails sooner, there is another cause. */
const goodMs = 10 * 60_000

/**
 * Returns the same signed link although new ones arrive, because a player restarts when its address changes. Call `renew` when the link has
 * expired.
 */
export function useKeptLink(fresh: string | null): { url: string | undefined; renew: () => void } {
  const [kept, setKept] = useState<{ url: string; at: number }>()
  const newest = useRef(fresh)
  useEffect(() => {
    newest.current = fresh
    if (fresh !== null) setKept((now) => now ?? { url: fresh, at: Date.now() })
  }, [fresh])
  const renew = useCallback(() => {
    const url = newest.current
    if (url !== null) setKept((now) => (now && Date.now() - now.at < goodMs ? now : { url, at: Date.now() }))
  }, [])
  return { url: kept?.url, renew }
}
