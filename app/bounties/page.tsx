import type { Metadata } from 'next'
import Link from 'next/link'
import { Suspense } from 'react'
import { OwnBounties } from '#components/review/lazy'
import { webContext } from '#lib/http/api/context'
import { limitsText } from '../../components/review/limits-text.ts'
import { Paused } from '../paused.tsx'

export const metadata: Metadata = {
  title: 'Have a place filmed',
  description:
    'Commission a film of a place and its 3D model, and see your bounties: the films to choose from, and the state of the money.',
}

export default async function OwnBountiesPage() {
  const { env } = await webContext()
  const networks = env.networks.map(({ id, name }) => ({ id, name }))
  return (
    <div className="page pt-6 sm:pt-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h1 className="text-2xl">Have a place filmed</h1>
          <p className="mt-3 max-w-[54ch] text-lg text-balance text-soft">
            Say what to film and what you pay. Choose among the previews: only the film that you accept is
            paid, and a 3D model is made of it, if it can be.
          </p>
          <p className="mt-2 max-w-[60ch] text-soft">
            A bounty is {limitsText(env.bounty)} (US dollars): it pays for somebody’s way there, their time
            and the film.
          </p>
        </div>
        <Link href="/bounties/new" className="button button-main min-h-14 px-7 text-base max-sm:w-full">
          Commission a film
        </Link>
      </div>
      {/* The page reads nothing else, so it does not wait for this. */}
      <Suspense>
        <Paused className="mt-6" />
      </Suspense>
      <div className="mt-10">
        <OwnBounties networks={networks} limits={env.bounty} />
      </div>
    </div>
  )
}
