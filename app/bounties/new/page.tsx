import type { Metadata } from 'next'
import { ComposeBounty } from '#components/review/lazy'
import { webContext } from '#lib/http/api/context'
import { getStreetBounds } from '#lib/services/places/get-street-bounds'
import { walletSettings } from '../../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'Commission a film',
  description: 'Say what to film and where, and pay into escrow. You pay only for the film that you accept.',
}

export default async function ComposeBountyPage() {
  const ctx = await webContext()
  const { env } = ctx
  const networks = env.networks.map(({ id, chainId, name, usdc }) => ({
    id,
    chainId,
    name,
    usdc: usdc.address,
  }))
  return (
    <ComposeBounty
      wallet={walletSettings(env, 'poster')}
      networks={networks}
      limits={env.bounty}
      map={{ styleUrl: env.map.styleUrl, streets: await getStreetBounds({ ctx }) }}
    />
  )
}
