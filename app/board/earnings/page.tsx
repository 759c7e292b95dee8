import type { Metadata } from 'next'
import { Suspense } from 'react'
import { FilmNav } from '#components/board/film-nav'
import { Earnings } from '#components/contribute/lazy'
import { webContext } from '#lib/http/api/context'
import { PausedForContributors } from '../../paused.tsx'
import { walletSettings } from '../../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'Earnings',
  description: 'What you were paid for films, and what you may still get.',
}

export default async function EarningsPage() {
  const { env } = await webContext()
  return (
    <div className="page pt-4 sm:pt-6">
      <FilmNav current="/board/earnings" />
      <h1 className="text-2xl">Earnings</h1>
      <Suspense>
        <PausedForContributors className="mt-3" />
      </Suspense>
      <div className="mt-6">
        <Earnings wallet={walletSettings(env, 'contributor')} />
      </div>
    </div>
  )
}
