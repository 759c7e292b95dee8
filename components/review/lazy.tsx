'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-soft">Loading…</p>
/** Shown while a whole page loads. It has the page's margins and is as high as the window, so that the footer does not move afterwards. */
const loadingPage = () => <p className="page min-h-dvh py-10 text-soft">Loading…</p>

/** All of it is rendered in the reader's browser: keys, wallet and choice. */
export const BountyPage = dynamic(() => import('./bounty-page.tsx'), { ssr: false, loading: loadingPage })
export const ComposeBounty = dynamic(() => import('./compose-bounty.tsx'), {
  ssr: false,
  loading: loadingPage,
})
export const PublicModelView = dynamic(() => import('./public-model-view.tsx'), { ssr: false, loading })
export const OwnBounties = dynamic(() => import('./own-bounties.tsx'), { ssr: false, loading })
