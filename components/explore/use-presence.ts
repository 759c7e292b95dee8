'use client'
import { useEffect, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import type { Measured } from '#lib/client/measure-area'
import { coverageSchema } from '#lib/schemas/coverage'

const quietMs = 500

/**
 * True if the public coverage has captures in the squares of an area, at any time. `undefined` while that is unknown: a query is
 * never blocked by it.
 */
export function usePresence(measured: Measured | undefined): boolean | undefined {
  const coarse = measured?.isValid ? measured.coarse : undefined
  const key = coarse?.join() ?? ''
  const [known, setKnown] = useState({ key: '', isThere: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it, and changes less often
  useEffect(() => {
    if (!measured?.isValid || !coarse || coarse.length === 0) return
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      const boxes = measured.cover
      const box = [
        Math.min(...boxes.map(({ west }) => west)),
        Math.min(...boxes.map(({ south }) => south)),
        Math.max(...boxes.map(({ east }) => east)),
        Math.max(...boxes.map(({ north }) => north)),
      ]
      try {
        const path = `/api/coverage?bbox=${box.join()}` as const
        const { precision, cells } = await callApi({ path, schema: coverageSchema, signal: ended.signal })
        const there = new Set(cells)
        setKnown({ key, isThere: coarse.some((cell) => there.has(cell.slice(0, precision))) })
      } catch {
        // The coverage is then unknown.
      }
    }, quietMs)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  return key !== '' && known.key === key ? known.isThere : undefined
}
