import type { Metadata } from 'next'
import { VerifyPage } from './verify-page.tsx'

export const metadata: Metadata = {
  title: 'Verify a photo or film',
  description:
    'See whether a photo or film is an exact copy of one on record, and since when. It stays on your device.',
}

export default function Page() {
  return <VerifyPage />
}
