import type { Metadata } from 'next'
import { JobsPage } from '#components/operator/jobs/jobs-page'

export const metadata: Metadata = { title: 'Jobs' }

export default function OperatorJobsPage() {
  return <JobsPage />
}
