'use client'
import { QueryProvider } from '#components/query-provider'
import { LiveLine } from './live-line.tsx'
import { useLive } from './use-live.ts'

/** The line about new captures, for a page without a map. */
export function LiveStatus() {
  return (
    <QueryProvider>
      <Watched />
    </QueryProvider>
  )
}

function Watched() {
  return <LiveLine {...useLive()} />
}
