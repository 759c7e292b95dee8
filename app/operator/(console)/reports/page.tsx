import type { Metadata } from 'next'
import { ReportsPage } from '#components/operator/reports/reports-page'

export const metadata: Metadata = { title: 'Reports' }

export default function OperatorReportsPage() {
  return <ReportsPage />
}
