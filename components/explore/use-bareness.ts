'use client'
import { useEffect, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import type { Measured } from '#lib/client/measure-area'
import { coverageSchema } from '#lib/schemas/coverage'

const quietMs = 500

/**
 * Whether the free coverage, which anyone may know, has nothing at all where the area is. False too while that is not known:
 * nobody is kept from asking.
 */
export function useBareness(measured: Measured | undefined): boolean {
  const coarse = measured?.isValid ? measured.coarse : undefined
  const key = coarse?.join() ?? ''
  const [known, setKnown] = useState({ key: '', isBare: false })
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
        setKnown({ key, isBare: !coarse.some((cell) => there.has(cell.slice(0, precision))) })
      } catch {
        // Then nothing is said of it.
      }
    }, quietMs)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  return known.key === key && known.isBare
}
