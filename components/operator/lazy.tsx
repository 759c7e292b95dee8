'use client'
import dynamic from 'next/dynamic'

const loading = () => <p className="text-soft">Loading…</p>

/** The console lives in the browser: who is signed in, what is asked for, and what is signed. */
export const Console = dynamic(() => import('./console.tsx'), { ssr: false, loading })
