'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-soft">Loading…</p>

/** Wallet and uploader are loaded only on pages where films can be submitted. */
export const Contribute = dynamic(() => import('./contribute.tsx'), { ssr: false, loading })
export const OwnSubmissions = dynamic(() => import('./own-submissions.tsx'), { ssr: false, loading })
export const Earnings = dynamic(() => import('./earnings.tsx'), { ssr: false, loading })
