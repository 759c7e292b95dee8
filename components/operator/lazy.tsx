'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-soft">Loading…</p>

/** The console is rendered only in the browser: session, queries and signatures are there. */
export const Console = dynamic(() => import('./console.tsx'), { ssr: false, loading })
