import Link from 'next/link'
import type { ContributorRecord as Of } from '#lib/schemas/contributor-record'
import { isFirstFilm, recordText, uncountedText } from './record-text.ts'

/** The record of a contributor, in the same words for the posters and for the contributor. */
export function ContributorRecord({ record }: { record: Of }) {
  const uncounted = uncountedText(record)
  return (
    <div className="text-sm text-soft">
      <p>{recordText(record)}</p>
      {!isFirstFilm(record) && (
        <Link
          href="/docs/glossary#established-poster"
          prefetch={false}
          className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
        >
          Who is an established poster?
        </Link>
      )}
      {uncounted && <p className="mt-1">{uncounted}</p>}
    </div>
  )
}
