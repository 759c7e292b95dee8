import type { Metadata } from 'next'
import { CapturesPage } from '#components/operator/captures/captures-page'

export const metadata: Metadata = { title: 'Captures' }

export default function OperatorCapturesPage() {
  return <CapturesPage />
}
