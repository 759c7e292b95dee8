import Link from 'next/link'
import type { ReactNode } from 'react'
import type { ContributorRecord as Of } from '#lib/schemas/contributor-record'
import { isFirstFilm, recordText, uncountedText } from './record-text.ts'

/** The record of a contributor, for the posters and for the contributor, who also reads why films do not count. `children` stand beside its link. */
export function ContributorRecord({
  record,
  isOwn = false,
  children,
}: {
  record: Of
  /** The contributor reads it. */
  isOwn?: boolean
  children?: ReactNode
}) {
  const uncounted = uncountedText(record, isOwn)
  return (
    <div className="text-sm text-soft">
      <p>{recordText(record)}</p>
      <div className="flex flex-wrap gap-x-4">
        {!isFirstFilm(record) && (
          <Link
            href="/docs/glossary#established-poster"
            prefetch={false}
            className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
          >
            Who is an established poster?
          </Link>
        )}
        {children}
      </div>
      {uncounted && <p className="mt-1 max-w-[65ch]">{uncounted}</p>}
    </div>
  )
}
