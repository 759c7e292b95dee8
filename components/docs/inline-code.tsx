import type { ReactNode } from 'react'

/** A name or a value of the API within a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return <code className="docs-code">{children}</code>
}
