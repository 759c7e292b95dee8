'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-sm text-soft">Loading…</p>

/** Wallet and signing code, loaded once an area is selected. */
export const PayQuery = dynamic(() => import('./pay-query.tsx'), { ssr: false, loading })
export const QueryCode = dynamic(() => import('./query-code-panel.tsx'), { ssr: false, loading })

/** Names of towns and a list to choose from; its place is kept until it is there. */
export const PlaceSearch = dynamic(
  () => import('../map/place-search.tsx').then((module) => module.PlaceSearch),
  { ssr: false, loading: () => <div className="field min-h-12 w-full" /> },
)
