'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-sm text-soft">Loading…</p>

/** Wallet and signing code, loaded once an area is selected. */
export const PayQuery = dynamic(() => import('./pay-query.tsx'), { ssr: false, loading })
export const QueryCode = dynamic(() => import('./query-code-panel.tsx'), { ssr: false, loading })
