import type { Metadata } from 'next'
import { VerifyPage } from './verify-page.tsx'

export const metadata: Metadata = {
  title: 'Verify a photo or film',
  description: 'See whether a photo or film is unchanged, and since when. It stays on your device.',
}

export default function Page() {
  return <VerifyPage />
}
