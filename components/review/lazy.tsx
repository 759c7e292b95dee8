'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-soft">Loading…</p>

/** All of it lives in the reader's browser: the keys, the wallet, the choice. */
export const BountyPage = dynamic(() => import('./bounty-page.tsx'), { ssr: false, loading })
export const ComposeBounty = dynamic(() => import('./compose-bounty.tsx'), { ssr: false, loading })
export const OwnBounties = dynamic(() => import('./own-bounties.tsx'), { ssr: false, loading })
