import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { ConsoleFrame } from '../console-frame.tsx'
import { isRecordAbsent } from '../visitor.ts'

/**
 * Whether a record exists is checked here and not in its page, because the pages are rendered only in the browser, where the status of
 * the answer can no longer be changed. Rendered once: pages that are opened by a link say themselves that a record is absent.
 */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  if (await isRecordAbsent()) notFound()
  return <ConsoleFrame>{children}</ConsoleFrame>
}
