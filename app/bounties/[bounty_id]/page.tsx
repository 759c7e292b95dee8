import type { Metadata } from 'next'
import { BountyPage } from '#components/review/lazy'
import { webContext } from '#lib/http/api/context'
import { walletSettings } from '../../wallet-settings.ts'

export const metadata: Metadata = { title: 'Bounty' }

type Props = { params: Promise<{ bounty_id: string }> }

/** Every id gets an identical page, so that only a holder of the token learns if a bounty exists. */
export default async function OwnBountyPage({ params }: Props) {
  const { env } = await webContext()
  const networks = env.networks.map(({ id, name, explorerUrl }) => ({
    id,
    name,
    // A local chain has no public explorer.
    explorerUrl: env.mode === 'sandbox' ? undefined : explorerUrl,
  }))
  return (
    // The same width as the films on the desk.
    <div className="desk-page">
      <BountyPage
        bountyId={(await params).bounty_id}
        networks={networks}
        wallet={walletSettings(env, 'poster')}
      />
    </div>
  )
}
