'use client'
import type { CheckRun } from '#lib/client/check-run'
import type { RunSummary } from '#lib/client/check-view'
import { useWhenOnline } from '../ui/use-when-online.ts'
import { readingText, unreadText } from './stated-words.ts'

/** Above a list: how many files are still compared with their records, and how many could not be, which is no agreement. */
export function StatedNote({ run, summary }: { run: CheckRun; summary: RunSummary }) {
  const { reading, unread } = summary
  const retry = () => run.readStated()
  useWhenOnline(unread > 0, retry)
  return (
    <div className="mt-2 space-y-1 text-sm empty:hidden">
      {/* A screen reader would repeat each step of the count. */}
      {reading > 0 && <p className="text-soft">{readingText(reading)}</p>}
      <p role="status" className="text-wait empty:hidden">
        {unread > 0 && (
          <>
            {unreadText(unread)}{' '}
            <button type="button" className="font-semibold text-ink underline" onClick={retry}>
              Try again
            </button>
          </>
        )}
      </p>
    </div>
  )
}
