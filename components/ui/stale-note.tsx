'use client'
import { useIsOffline } from './use-is-offline.ts'

/** Says that a page shows what it last read. @param isStale true if the last attempt to read it failed */
export function StaleNote({ isStale, className = '' }: { isStale: boolean; className?: string }) {
  const isOffline = useIsOffline()
  return (
    <div role="alert" className={`${className} empty:hidden`}>
      {(isOffline || isStale) && (
        <p className="border-l-2 border-wait pl-4 text-sm">
          {isOffline ? 'This device is offline.' : 'Cairn cannot be reached right now.'} This is the last
          known state.
        </p>
      )}
    </div>
  )
}
