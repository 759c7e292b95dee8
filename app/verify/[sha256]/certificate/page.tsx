import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { Certificate } from '#components/verify/certificate'
import { parseFingerprint } from '#lib/domain/proof/fingerprint'
import { webContext } from '#lib/http/api/context'
import { getProof } from '#lib/services/anchors/get-proof'
import { nameCell } from '#lib/services/places/name-cell'
import { checkerSettings } from '../../../checker-settings.ts'

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
  return (
    <div className="page max-w-[52rem] pt-8 sm:pt-12 print:max-w-none print:pt-0">
      <Certificate
        proof={proof}
        withdrawnAt={withdrawn_at}
        settings={await checkerSettings(ctx)}
        place={await nameCell({ ctx, input: { geohash: proof.geohash } })}
        permalink={`${ctx.env.baseUrl}/verify/${sha256}`}
      />
    </div>
  )
}
