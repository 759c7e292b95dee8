import type { Metadata } from 'next'
import { VerifyPage } from './verify-page.tsx'

export const metadata: Metadata = {
  title: 'Verify a file',
  description: 'Check on your own device whether a file was anchored, and recompute the proof.',
}

export default function Page() {
  return <VerifyPage />
}
