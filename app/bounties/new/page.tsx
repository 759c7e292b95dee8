import type { Metadata } from 'next'
import { BountiesNav } from '#components/bounty/bounties-nav'
import { ComposeBounty } from '#components/review/lazy'
import { webContext } from '#lib/http/context'
import { walletSettings } from '../../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'Post a bounty',
  description: 'Say what is to be filmed, and pay it into escrow.',
}

export default async function ComposeBountyPage() {
  const { env } = await webContext()
  const networks = env.networks.map(({ id, chainId, name, usdc }) => ({
    id,
    chainId,
    name,
    usdc: usdc.address,
  }))
  return (
    <div className="page pt-6 sm:pt-8">
      <BountiesNav current="/bounties/new" />
      <h1 className="text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]">Post a bounty</h1>
      <p className="mt-4 max-w-[54ch] text-lg text-soft">
        Say what is to be filmed. The money waits in escrow until you accept a film, or comes back.
      </p>
      <div className="mt-12">
        <ComposeBounty
          wallet={walletSettings(env, 'poster')}
          networks={networks}
          limits={env.bounty}
          mapStyleUrl={env.map.styleUrl}
        />
      </div>
    </div>
  )
}
