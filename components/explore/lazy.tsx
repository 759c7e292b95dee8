'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-sm text-soft">Loading…</p>

/** Wallet and signing code, loaded once an area is selected; the others are loaded when they are opened. */
export const PayQuery = dynamic(() => import('./pay-query.tsx'), { ssr: false, loading })
export const QueryCode = dynamic(() => import('./query-code-panel.tsx'), { ssr: false, loading })
export const AreaFields = dynamic(() => import('./area-fields.tsx').then((module) => module.AreaFields), {
  ssr: false,
  loading,
})
export const LimitField = dynamic(() => import('./limit-field.tsx').then((module) => module.LimitField), {
  ssr: false,
})
export const AnswerFiles = dynamic(() => import('./answer-files.tsx').then((module) => module.AnswerFiles), {
  ssr: false,
  loading,
})
export const PastSearches = dynamic(
  () => import('./past-searches.tsx').then((module) => module.PastSearches),
  { ssr: false, loading },
)
