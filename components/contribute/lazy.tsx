'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-soft">Loading…</p>

/** The wallet and the uploader are fetched only where somebody may film. */
export const Contribute = dynamic(() => import('./contribute.tsx'), { ssr: false, loading })
export const OwnSubmissions = dynamic(() => import('./own-submissions.tsx'), { ssr: false, loading })
export const Earnings = dynamic(() => import('./earnings.tsx'), { ssr: false, loading })
