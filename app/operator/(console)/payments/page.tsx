import type { Metadata } from 'next'
import { PaymentsPage } from '#components/operator/payments/payments-page'

export const metadata: Metadata = { title: 'Payments' }

export default function OperatorPaymentsPage() {
  return <PaymentsPage />
}
