import type { Metadata } from 'next'
import { PaymentPage } from '#components/operator/payments/payment-page'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Payment ${(await params).id}` }
}

export default async function OperatorPaymentPage({ params }: Props) {
  return <PaymentPage id={(await params).id} />
}
