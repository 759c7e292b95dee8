import type { Metadata } from 'next'
import { TransactionPage } from '#components/operator/chains/transaction-page'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Transaction ${(await params).id}` }
}

export default async function OperatorTransactionPage({ params }: Props) {
  return <TransactionPage id={(await params).id} />
}
