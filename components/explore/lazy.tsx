'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-sm text-soft">Loading…</p>

/** Wallet and signing code, loaded once an area is selected. */
export const PayQuery = dynamic(() => import('./pay-query.tsx'), { ssr: false, loading })
export const QueryCode = dynamic(() => import('./query-code-panel.tsx'), { ssr: false, loading })

/** The search for a town by name. Its space on the page is reserved until it is loaded. */
export const PlaceSearch = dynamic(
  () => import('../map/place-search.tsx').then((module) => module.PlaceSearch),
  { ssr: false, loading: () => <div className="field min-h-12 w-full" /> },
)
