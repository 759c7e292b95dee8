import type { Metadata } from 'next'
import Link from 'next/link'
import { OwnBounties } from '#components/review/lazy'
import { webContext } from '#lib/http/api/context'

export const metadata: Metadata = {
  title: 'Your bounties',
  description: 'Bounties you posted: the films to choose from, and the state of the money.',
}

export default async function OwnBountiesPage() {
  const { env } = await webContext()
  const networks = env.networks.map(({ id, name }) => ({ id, name }))
  return (
    <div className="page pt-6 sm:pt-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]">Your bounties</h1>
          <p className="mt-3 max-w-[54ch] text-lg text-balance text-soft">
            Have a place filmed. Choose among the previews, and get the film and a 3D model.
          </p>
        </div>
        <Link href="/bounties/new" className="button button-main">
          Commission a film
        </Link>
      </div>
      <div className="mt-8">
        <OwnBounties networks={networks} />
      </div>
    </div>
  )
}
