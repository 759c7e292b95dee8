'use client'
import { useEffect, useState } from 'react'
import { overdueAtMs } from './remaining.ts'

/** True once the earliest end time shown for the current attempt has passed. @param seconds `null` while there is no estimate */
export function useIsOverdue(seconds: number | null): boolean {
  const [atMs, setAtMs] = useState<number>()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (seconds !== null) return setAtMs((before) => overdueAtMs(before, seconds, Date.now()))
    // Another attempt begins without an estimate.
    setAtMs(undefined)
    setIsOver(false)
  }, [seconds])
  useEffect(() => {
    if (atMs === undefined) return
    const timer = setTimeout(() => setIsOver(true), Math.max(0, atMs - Date.now()))
    return () => clearTimeout(timer)
  }, [atMs])
  return isOver
}
