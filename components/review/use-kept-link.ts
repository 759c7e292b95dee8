'use client'
import { useEffect, useState } from 'react'

/** A link is valid for fifteen minutes. If it fails sooner, there is another cause. */
const goodMs = 10 * 60_000

/**
 * Returns the same signed link although new ones arrive, because a player restarts when its address changes. Call `renew` when the link has
 * failed: it returns false if the link is too new to have expired, and changes nothing then.
 */
export function useKeptLink(fresh: string | null): { url: string | undefined; renew: () => boolean } {
  const [kept, setKept] = useState<{ url: string; at: number }>()
  useEffect(() => {
    if (fresh !== null) setKept((now) => now ?? { url: fresh, at: Date.now() })
  }, [fresh])
  const renew = () => {
    if (fresh === null || (kept && Date.now() - kept.at < goodMs)) return false
    setKept({ url: fresh, at: Date.now() })
    return true
  }
  return { url: kept?.url, renew }
}
