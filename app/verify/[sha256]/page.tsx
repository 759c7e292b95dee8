import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { parseFingerprint } from '#lib/domain/fingerprint'
import { VerifyPage } from '../verify-page.tsx'

type Props = { params: Promise<{ sha256: string }> }

export const metadata: Metadata = { title: 'Verify a fingerprint', robots: { index: false } }

/** The permanent address of a check; any way of writing the hash leads to one address. */
export default async function Page({ params }: Props) {
  const given = decodeURIComponent((await params).sha256)
  const sha256 = parseFingerprint(given)
  if (!sha256) notFound()
  if (sha256 !== given) redirect(`/verify/${sha256}`)
  return <VerifyPage sha256={sha256} />
}
