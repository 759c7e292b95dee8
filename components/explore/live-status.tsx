'use client'
import { QueryProvider } from '#components/query-provider'
import { LiveLine } from './live-line.tsx'
import type { Newest } from './newest-words.tsx'
import { useLive } from './use-live.ts'

/** The line about new captures, for a page without a map. @param newest shown until the first check */
export function LiveStatus({ newest }: { newest: Newest | undefined }) {
  return (
    <QueryProvider>
      <Watched newest={newest} />
    </QueryProvider>
  )
}

function Watched({ newest }: { newest: Newest | undefined }) {
  const live = useLive()
  return <LiveLine newest={live.newest ?? newest} news={live.news} />
}
