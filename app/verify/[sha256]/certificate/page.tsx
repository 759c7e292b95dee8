import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { Certificate } from '#components/verify/certificate'
import { Limits } from '#components/verify/limits'
import { parseFingerprint } from '#lib/domain/proof/fingerprint'
import { webContext } from '#lib/http/api/context'
import { getProof } from '#lib/services/anchors/get-proof'
import { getTrust } from '#lib/services/anchors/get-trust'
import { nameCell } from '#lib/services/places/name-cell'

type Props = { params: Promise<{ sha256: string }> }

export const metadata: Metadata = { title: 'Certificate', robots: { index: false } }

/** The results of a check, for paper. Only anchored files have a certificate. */
export default async function Page({ params }: Props) {
  const given = decodeURIComponent((await params).sha256)
  const sha256 = parseFingerprint(given)
  if (!sha256) notFound()
  if (sha256 !== given) redirect(`/verify/${sha256}/certificate`)
  const ctx = await webContext()
  const answer = await getProof({ ctx, input: { sha256 } })
  if (answer.status !== 'anchored') notFound()
  const { status, withdrawn_at, ...proof } = answer
  const settings = { trust: await getTrust({ ctx }), rpcUrl: ctx.env.anchor.publicRpcUrl }
  return (
    <div className="page max-w-[52rem] pt-8 sm:pt-12 print:max-w-none print:pt-0">
      <Certificate
        proof={proof}
        withdrawnAt={withdrawn_at}
        settings={settings}
        place={await nameCell({ ctx, input: { geohash: proof.geohash } })}
        permalink={`${ctx.env.baseUrl}/verify/${sha256}`}
      >
        <section
          aria-labelledby="limits"
          className="rounded-xl border border-line bg-sunken p-5 sm:p-10 print:rounded-none print:border-edge print:bg-transparent print:p-3"
        >
          <h2 id="limits" className="mb-4 text-lg print:mb-1 print:text-base">
            What this proves, and what it does not
          </h2>
          <Limits of="record" />
        </section>
      </Certificate>
    </div>
  )
}
