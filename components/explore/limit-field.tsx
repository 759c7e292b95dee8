'use client'
import { useEffect, useState } from 'react'
import { maxLimit } from '#lib/domain/observations/query-limits'

/** The most captures that an answer may have. */
export function LimitField({ limit, onLimit }: { limit: number; onLimit: (limit: number) => void }) {
  const [typed, setTyped] = useState(String(limit))
  useEffect(() => setTyped(String(limit)), [limit])
  const isLimit = /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= maxLimit
  return (
    <div className="text-sm">
      <label className="flex items-center justify-between gap-3">
        <span className="font-semibold">Max results</span>
        <input
          className="field w-24"
          inputMode="numeric"
          value={typed}
          aria-invalid={!isLimit || undefined}
          aria-describedby="limit-problem"
          onChange={({ target }) => {
            setTyped(target.value)
            const next = Number(target.value)
            if (Number.isInteger(next) && next >= 1 && next <= maxLimit) onLimit(next)
          }}
          onBlur={() => !isLimit && setTyped(String(limit))}
        />
      </label>
      <p id="limit-problem" className="mt-1.5 text-bad empty:hidden">
        {isLimit ? '' : 'Use a whole number, 1–1,000.'}
      </p>
    </div>
  )
}
