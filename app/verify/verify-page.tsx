import { Checker } from '#components/verify/checker'
import { Limits } from '#components/verify/limits'
import { webContext } from '#lib/http/context'
import { getTrust } from '#lib/services/anchors/get-trust'

/** The checker, empty or opened on a fingerprint. */
export async function VerifyPage({ sha256 }: { sha256?: string }) {
  const ctx = await webContext()
  const settings = { trust: await getTrust({ ctx }), rpcUrl: ctx.env.anchor.publicRpcUrl }
  return (
    <div className="page space-y-12 pt-10 sm:pt-16">
      <div>
        <h1 className="text-2xl">Verify a file</h1>
        <p className="mt-3 mb-8 max-w-[58ch] text-lg text-soft">
          See whether these exact bytes were anchored, and when. Your browser does the work and reads the
          chain itself, so you need not take our word.
        </p>
        <Checker settings={settings} {...(sha256 ? { sha256 } : {})} />
      </div>
      <Limits />
    </div>
  )
}
