import type { ReactNode } from 'react'

/** A value that could not be determined. It is not shown as zero or as healthy. */
export function NotKnown({ children = 'could not check' }: { children?: ReactNode }) {
  return <span className="whitespace-nowrap text-wait">{children}</span>
}
