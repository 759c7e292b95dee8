import type { Metadata } from 'next'
import { LogPage } from '#components/operator/log/log-page'

export const metadata: Metadata = { title: 'Log' }

export default function OperatorLogPage() {
  return <LogPage />
}
