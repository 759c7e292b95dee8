'use client'
import { useEffect, useState } from 'react'

/** A link is good for fifteen minutes. */
const keptMs = 12 * 60_000

/** The same signed link while it is good, however often new ones come: a player whose address changes begins anew. */
export function useKeptLink(fresh: string | null): string | undefined {
  const [kept, setKept] = useState<{ url: string; at: number }>()
  useEffect(() => {
    if (fresh === null) return
    setKept((now) => (now && Date.now() - now.at < keptMs ? now : { url: fresh, at: Date.now() }))
  }, [fresh])
  return kept?.url
}
