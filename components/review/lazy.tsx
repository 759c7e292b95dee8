'use client'
import dynamic from 'next/dynamic'
import { Cairn } from '#components/ui/cairn'
import { loadPart } from '#components/ui/load-part'
import { frameClass, ModelPlaceholder } from './model-placeholder.tsx'
import { PageLoading } from './page-loading.tsx'

const loading = () => (
  <p className="flex items-center gap-4 text-soft">
    <Cairn isLoading className="w-12" />
    Loading…
  </p>
)

/** The sentence about a whole page that could not be loaded stands where the page would begin. */
const page = 'page pt-10'

/** All of it is rendered in the reader's browser: keys, wallet and choice. */
export const BountyPage = dynamic(() => loadPart(() => import('./bounty-page.tsx'), 'The bounty', page), {
  ssr: false,
  loading: () => <PageLoading text="Opening the bounty…" />,
})
export const ComposeBounty = dynamic(() => loadPart(() => import('./compose-bounty.tsx'), 'The form', page), {
  ssr: false,
  loading: () => <PageLoading text="Opening the form…" />,
})
export const PublicModelView = dynamic(
  () => loadPart(() => import('./public-model-view.tsx'), 'The 3D model', page),
  { ssr: false, loading: () => <ModelPlaceholder className={frameClass} text="Loading the model…" /> },
)
export const OwnBounties = dynamic(
  () => loadPart(() => import('./own-bounties.tsx'), 'The list of your bounties'),
  { ssr: false, loading },
)
export const ReceiptPage = dynamic(() => loadPart(() => import('./receipt.tsx'), 'The receipt'), {
  ssr: false,
  loading,
})
