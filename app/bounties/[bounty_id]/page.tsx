import type { Metadata } from 'next'
import { BountyPage } from '#components/review/lazy'
import { webContext } from '#lib/http/context'

export const metadata: Metadata = { title: 'Bounty' }

type Props = { params: Promise<{ bounty_id: string }> }

/** The same page for every id: which ones exist is told to nobody without the token. */
export default async function OwnBountyPage({ params }: Props) {
  const { env } = await webContext()
  const networks = env.networks.map(({ id, name, explorerUrl }) => ({
    ...{ id, name },
    // A local chain has no public explorer.
    explorerUrl: env.mode === 'sandbox' ? undefined : explorerUrl,
  }))
  return (
    <div className="page pt-10 sm:pt-16">
      <BountyPage bountyId={(await params).bounty_id} networks={networks} />
    </div>
  )
}
