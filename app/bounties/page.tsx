import type { Metadata } from 'next'
import Link from 'next/link'
import { BountiesNav } from '#components/bounty/bounties-nav'
import { OwnBounties } from '#components/review/lazy'
import { webContext } from '#lib/http/context'

export const metadata: Metadata = {
  title: 'Your bounties',
  description: 'Bounties you posted: what was handed in, and where the money is.',
}

export default async function OwnBountiesPage() {
  const { env } = await webContext()
  const networks = env.networks.map(({ id, name }) => ({ id, name }))
  return (
    <div className="page pt-6 sm:pt-8">
      <BountiesNav current="/bounties" />
      <h1 className="text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]">Your bounties</h1>
      <p className="mt-4 max-w-[54ch] text-lg text-soft">
        Have a place filmed. You see previews, choose one, and get the film and a 3D model of the place.
      </p>
      <p className="mt-6">
        <Link href="/bounties/new" className="button button-main">
          Post a bounty
        </Link>
      </p>
      <div className="mt-12">
        <OwnBounties networks={networks} />
      </div>
    </div>
  )
}
