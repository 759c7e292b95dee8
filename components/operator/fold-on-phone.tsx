'use client'
import type { ReactNode } from 'react'
import { useIsNarrow } from './use-is-narrow.ts'

/** What is well and long is folded on phones and tablets, behind a line that says so. Wide windows show it. */
export function FoldOnPhone({ says, children }: { says: string; children: ReactNode }) {
  if (!useIsNarrow()) return children
  return (
    <details>
      <summary className="min-h-11 content-center">{says}</summary>
      {children}
    </details>
  )
}
