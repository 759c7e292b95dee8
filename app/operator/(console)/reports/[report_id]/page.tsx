import type { Metadata } from 'next'
import { OneReport } from '#components/operator/reports/one-report'

export const metadata: Metadata = { title: 'Report' }

export default async function OperatorReportPage({ params }: { params: Promise<{ report_id: string }> }) {
  const { report_id } = await params
  return <OneReport reportId={report_id} />
}
