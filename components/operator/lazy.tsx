'use client'
import dynamic from 'next/dynamic'
import { loadPart } from '#components/ui/load-part'
import { listenEarly } from './palette-key.ts'

listenEarly()

const loading = () => <p className="text-soft">Loading…</p>

/** The console is rendered only in the browser: session, queries and signatures are there. */
export const Console = dynamic(() => loadPart(() => import('./console.tsx'), 'The console', 'page pt-10'), {
  ssr: false,
  loading,
})
