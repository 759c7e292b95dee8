import type { Metadata } from 'next'
import { Suspense } from 'react'
import { FilmNav } from '#components/board/film-nav'
import { OwnSubmissions } from '#components/contribute/lazy'
import { webContext } from '#lib/http/api/context'
import { PausedForContributors } from '../../paused.tsx'
import { walletSettings } from '../../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'My films',
  description: 'The films you submitted for bounties, and what became of them.',
}

export default async function OwnSubmissionsPage() {
  const { env } = await webContext()
  return (
    <div className="page pt-4 sm:pt-6">
      <FilmNav current="/board/submissions" />
      <h1 className="text-2xl">My films</h1>
      <Suspense>
        <PausedForContributors className="mt-3" />
      </Suspense>
      <div className="mt-6">
        <OwnSubmissions wallet={walletSettings(env, 'contributor')} />
      </div>
    </div>
  )
}
