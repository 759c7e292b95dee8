import type { Metadata } from 'next'
import { ChainsPage } from '#components/operator/chains/chains-page'

export const metadata: Metadata = { title: 'Chains' }

export default function OperatorChainsPage() {
  return <ChainsPage />
}
