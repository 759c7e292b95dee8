'use client'
import dynamic from 'next/dynamic'
import { Cairn } from '#components/ui/cairn'
import { ModelRoom, roomClass } from './model-room.tsx'
import { PageLoading } from './page-loading.tsx'

const loading = () => (
  <p className="flex items-center gap-4 text-soft">
    <Cairn isLoading className="w-12" />
    Loading…
  </p>
)

/** All of it is rendered in the reader's browser: keys, wallet and choice. */
export const BountyPage = dynamic(() => import('./bounty-page.tsx'), {
  ssr: false,
  loading: () => <PageLoading text="Opening the bounty…" />,
})
export const ComposeBounty = dynamic(() => import('./compose-bounty.tsx'), {
  ssr: false,
  loading: () => <PageLoading text="Opening the form…" />,
})
export const PublicModelView = dynamic(() => import('./public-model-view.tsx'), {
  ssr: false,
  loading: () => <ModelRoom className={roomClass} text="Loading the model…" />,
})
export const OwnBounties = dynamic(() => import('./own-bounties.tsx'), { ssr: false, loading })
