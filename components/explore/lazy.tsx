'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-sm text-soft">Loading…</p>

/** Wallets and signing, for whoever has marked an area. */
export const PayQuery = dynamic(() => import('./pay-query.tsx'), { ssr: false, loading })
export const QueryCode = dynamic(() => import('./query-code-panel.tsx'), { ssr: false, loading })
