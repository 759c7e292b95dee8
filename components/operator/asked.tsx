'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLookAgain } from '../wallet/use-session.ts'

/** Shows a query of a page: loading, failed, or its data, which may be slightly old. */
export function Asked<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  const lookAgain = useLookAgain()
  const { data, error, isPending, refetch } = query
  if (isPending) return <p className="text-soft">Loading…</p>
  const retry = () => {
    if (error) lookAgain(error)
    void refetch()
  }
  const problem = error && (
    <div className="border-l-2 border-wait pl-4">
      <p role="alert">
        {data === undefined ? error.message : `${error.message} What you see is from a moment ago.`}
      </p>
      <button type="button" className="button mt-3" onClick={retry}>
        Try again
      </button>
    </div>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      {problem}
      {data !== undefined && children(data)}
    </div>
  )
}
