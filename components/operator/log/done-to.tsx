'use client'
import type { OperatorActionEntry } from '#lib/schemas/operator-action'
import { SubjectLink } from '../subject-link.tsx'

/** The subject of an action. That of a new key is its account, and the result names the key. */
export function DoneTo({ entry: { subject, subject_id: id, result } }: { entry: OperatorActionEntry }) {
  if (subject !== 'api_key' || typeof result.prefix !== 'string' || result.prefix === id)
    return <SubjectLink kind={subject} id={id} />
  return (
    <span className="grid">
      <SubjectLink kind={subject} id={result.prefix} />
      <span className="text-xs text-soft wrap-anywhere">of {id}</span>
    </span>
  )
}
