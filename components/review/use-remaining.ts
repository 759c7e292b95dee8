'use client'
import { useEffect, useState } from 'react'
import { remainingMs, remainingText, type Sighting } from './remaining.ts'

/** About how long a model still takes, from how it went on since this page first saw it. */
export function useRemaining(percent: number | null): string | undefined {
  const [seen, setSeen] = useState<{ first: Sighting; now: Sighting }>()
  useEffect(() => {
    if (percent === null) return setSeen(undefined)
    const now = { percent, atMs: performance.now() }
    // It begins anew if the model does.
    setSeen((before) => (before && before.now.percent <= percent ? { ...before, now } : { first: now, now }))
  }, [percent])
  const ms = seen && remainingMs(seen.first, seen.now)
  return ms === undefined ? undefined : remainingText(ms)
}
