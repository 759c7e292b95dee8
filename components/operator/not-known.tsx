import type { ReactNode } from 'react'

/** What nobody could find out, which is neither nothing nor fine. */
export function NotKnown({ children = 'could not check' }: { children?: ReactNode }) {
  return <span className="whitespace-nowrap text-wait">{children}</span>
}
