import { Checker } from '#components/verify/checker'
import { webContext } from '#lib/http/api/context'
import { checkerSettings } from '../checker-settings.ts'

/** The checker, empty or opened on a fingerprint. */
export async function VerifyPage({ sha256 }: { sha256?: string }) {
  const ctx = await webContext()
  return <Checker settings={await checkerSettings(ctx)} sha256={sha256} />
}
