import type { Metadata } from 'next'
import type { ReactNode } from 'react'

export const metadata: Metadata = {
  title: { default: 'Console', template: '%s · Console · Cairn' },
  robots: { index: false },
}

/** `not-found.tsx` replaces everything inside this layout, so the console itself is one level deeper. */
export default function OperatorLayout({ children }: { children: ReactNode }) {
  return <div className="page pt-8 has-data-console:w-full has-data-console:pt-0">{children}</div>
}
