'use client'
import { useEffect, useState } from 'react'
import type { Measured } from '#lib/client/measure-area'
import { type Presence, presenceIn } from './presence.ts'

const quietMs = 500

/** Reads the public coverage of an area when its squares change. `undefined` while it is unknown: a query is never blocked by it. */
export function usePresence(measured: Measured | undefined): Presence | undefined {
  const squares = measured?.isValid ? measured.squares : undefined
  const key = squares?.map(({ geohash, isWhole }) => `${geohash}${isWhole ? '+' : ''}`).join() ?? ''
  const [known, setKnown] = useState<{ key: string; presence: Presence }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it, and changes less often
  useEffect(() => {
    if (!measured?.isValid || !squares || squares.length === 0) return
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      const boxes = measured.cover
      const bounds = {
        west: Math.min(...boxes.map(({ west }) => west)),
        south: Math.min(...boxes.map(({ south }) => south)),
        east: Math.max(...boxes.map(({ east }) => east)),
        north: Math.max(...boxes.map(({ north }) => north)),
      }
      try {
        const { readCoverage } = await import('#lib/client/public-data')
        const coverage = await readCoverage(ended.signal, bounds)
        setKnown({ key, presence: presenceIn(squares, coverage) })
      } catch {
        // The coverage is then unknown.
      }
    }, quietMs)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  return key !== '' && known?.key === key ? known.presence : undefined
}
