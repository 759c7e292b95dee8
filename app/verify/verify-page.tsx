import type { ReactNode } from 'react'
import { Checker } from '#components/verify/checker'
import { webContext } from '#lib/http/api/context'
import { checkerSettings } from '../checker-settings.ts'

/** The checker, empty or opened on a fingerprint: `children` then show its record. */
export async function VerifyPage({ sha256, children }: { sha256?: string; children?: ReactNode }) {
  const ctx = await webContext()
  return (
    <Checker settings={await checkerSettings(ctx)} sha256={sha256}>
      {children}
    </Checker>
  )
}
