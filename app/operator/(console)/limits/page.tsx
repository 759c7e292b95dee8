import type { Metadata } from 'next'
import { LimitsPage } from '#components/operator/limits/limits-page'

export const metadata: Metadata = { title: 'Limits' }

export default function OperatorLimitsPage() {
  return <LimitsPage />
}
