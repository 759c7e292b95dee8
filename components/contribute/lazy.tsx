'use client'
import dynamic from 'next/dynamic'
import { loadPart } from '#components/ui/load-part'

const loading = () => <p className="text-soft">Loading…</p>

/** Wallet and uploader are loaded only on pages where films can be submitted. */
export const Contribute = dynamic(
  () => loadPart(() => import('./contribute.tsx'), 'The form to submit a film'),
  { ssr: false, loading },
)
export const OwnSubmissions = dynamic(
  () => loadPart(() => import('./own-submissions.tsx'), 'The list of your films'),
  { ssr: false, loading },
)
export const Earnings = dynamic(() => loadPart(() => import('./earnings.tsx'), 'The list of your earnings'), {
  ssr: false,
  loading,
})
