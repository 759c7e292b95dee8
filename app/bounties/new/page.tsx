import type { Metadata } from 'next'
import { ComposeBounty } from '#components/review/lazy'
import { webContext } from '#lib/http/api/context'
import { listCoverage } from '#lib/services/observations/list-coverage'
import { getStreetBounds } from '#lib/services/places/get-street-bounds'
import { pictureWorld } from '#lib/services/places/picture-world'
import { walletSettings } from '../../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'Commission a film',
  description: 'Say what to film and where, and pay into escrow. You pay only for the film that you accept.',
}

export default async function ComposeBountyPage() {
  const ctx = await webContext()
  const { env } = ctx
  const [cells, streets] = await Promise.all([
    // Without it the map begins with the whole world.
    listCoverage({ ctx, input: {} }).then(
      (coverage) => coverage.cells,
      () => [],
    ),
    getStreetBounds({ ctx }),
  ])
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
      map={{ styleUrl: env.map.styleUrl, streets }}
      // Without its points of light, which look like places to choose.
      picture={{ ...pictureWorld(cells), lights: [] }}
    />
  )
}
