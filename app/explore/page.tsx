import type { Metadata } from 'next'
import { Explore } from '#components/explore/explore'
import { webContext } from '#lib/http/context'
import { walletSettings } from '../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'Explore',
  description: 'Mark an area, choose a time, and get the attested captures known there, paid per answer.',
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ExplorePage({ searchParams }: Props) {
  const { env } = await webContext()
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
  // A link to the same page with another address begins anew.
  return (
    <Explore
      key={search}
      search={search}
      settings={{
        baseUrl: env.baseUrl,
        networks,
        wallet: walletSettings(env, 'poster'),
        mapStyleUrl: env.map.styleUrl,
      }}
    />
  )
}
