import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { LinkedCheck } from '#components/verify/linked-check'
import { cardSize } from '#components/verify/proof-card'
import { parseFingerprint } from '#lib/domain/proof/fingerprint'
import { shareWords } from '#lib/domain/proof/share-words'
import { webContext } from '#lib/http/api/context'
import { describeShared } from '#lib/services/anchors/describe-shared'
import { VerifyPage } from '../verify-page.tsx'

type Props = { params: Promise<{ sha256: string }> }

/** Looked up once for the preview and the page. */
const describe = cache(async (sha256: string) =>
  describeShared({ ctx: await webContext(), input: { sha256 } }),
)

/** The preview of a link to the check. Its picture is drawn, and never the capture itself. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const sha256 = parseFingerprint(decodeURIComponent((await params).sha256))
  if (!sha256) return { title: 'Incomplete link' }
  const ctx = await webContext()
  const { title, description } = shareWords(await describe(sha256))
  const url = `${ctx.env.baseUrl}/verify/${sha256}`
  const images = [{ url: `${ctx.env.baseUrl}/card/${sha256}.png`, ...cardSize, alt: title }]
  return {
    title,
    description,
    robots: { index: false },
    openGraph: { type: 'website', siteName: 'Cairn', title, description, url, images },
    twitter: { card: 'summary_large_image', title, description, images },
  }
}

/** The permanent address of a check. All ways of writing the hash lead to the same address. */
export default async function Page({ params }: Props) {
  const given = decodeURIComponent((await params).sha256)
  const sha256 = parseFingerprint(given)
  if (!sha256) notFound()
  if (sha256 !== given) redirect(`/verify/${sha256}`)
  const proof = await describe(sha256)
  const awaited =
    proof.state === 'anchored' && proof.geohash
      ? { sha256, geohash: proof.geohash, name: proof.place }
      : undefined
  return (
    <VerifyPage sha256={sha256}>
      <LinkedCheck sha256={sha256} awaited={awaited} />
    </VerifyPage>
  )
}
