'use client'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A link is good for fifteen minutes; one that fails sooner fails for another reason. */
const goodMs = 10 * 60_000

/**
 * The same signed link however often new ones come, since a player whose address changes begins anew. `renew` is for when
 * it opens nothing any more.
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
