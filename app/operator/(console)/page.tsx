import type { Metadata } from 'next'
import { OverviewPage } from '#components/operator/overview/overview'

export const metadata: Metadata = { title: 'Overview' }

export default function OperatorPage() {
  return <OverviewPage />
}
