import type { Metadata } from 'next'
import { Explore } from '#components/explore/explore'
import { readableUsdc } from '#lib/domain/money/money'
import { webContext } from '#lib/http/api/context'
import { queryObservations } from '#lib/operations/observations'
import { fixedPriceAtomic } from '#lib/operations/price'
import { getLatestTree } from '#lib/services/anchors/get-latest-tree'
import { listCoverage } from '#lib/services/observations/list-coverage'
import { nameCell } from '#lib/services/places/name-cell'
import { pictureWorld } from '#lib/services/places/picture-world'
import { listedCells } from '../../components/explore/explore-types.ts'
import { Paused } from '../paused.tsx'
import { walletSettings } from '../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'Explore',
  description:
    'See where photos and films of real places are on record, and get the records of an area and a period: the claimed place and time of each, and its proof.',
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ExplorePage({ searchParams }: Props) {
  const ctx = await webContext()
  const { env } = ctx
  // The tree first: its captures are then in the coverage, and are not shown as new ones.
  const latest = await getLatestTree({ ctx })
  const { cells } = await listCoverage({ ctx, input: {} })
  const names = await Promise.all(
    cells
      .slice(0, listedCells)
      .map(async (geohash) => [geohash, (await nameCell({ ctx, input: { geohash } }))!] as const),
  )
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((text): [string, string] => [name, text ?? '']),
  )
  const search = new URLSearchParams(given).toString()
  const networks = env.networks.map(({ id, chainId, name, usdc, explorerUrl }) => ({
    id,
    chainId,
    name,
    usdc: usdc.address,
    explorerUrl: env.mode === 'sandbox' ? undefined : explorerUrl,
  }))
  // A link to this page with other parameters resets it.
  return (
    <Explore
      key={search}
      search={search}
      live={{
        treeId: latest?.treeId ?? 0,
        leafCount: latest?.leafCount ?? 0,
        anchoredAt: latest?.attestedAt?.toISOString(),
        cells,
      }}
      names={names}
      picture={pictureWorld(cells)}
      paused={<Paused className="my-1" />}
      settings={{
        baseUrl: env.baseUrl,
        networks,
        wallet: walletSettings(env, 'poster'),
        mapStyleUrl: env.map.styleUrl,
        isDemo: env.mode === 'sandbox',
        price: `${readableUsdc(fixedPriceAtomic(queryObservations, env))} USDC`,
      }}
    />
  )
}
