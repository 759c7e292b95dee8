import { Checker } from '#components/verify/checker'
import { webContext } from '#lib/http/api/context'
import { getTrust } from '#lib/services/anchors/get-trust'

/** The checker, empty or opened on a fingerprint. */
export async function VerifyPage({ sha256 }: { sha256?: string }) {
  const ctx = await webContext()
  const settings = { trust: await getTrust({ ctx }), rpcUrl: ctx.env.anchor.publicRpcUrl }
  return <Checker settings={settings} sha256={sha256} hasSample={ctx.env.mode === 'sandbox'} />
}
