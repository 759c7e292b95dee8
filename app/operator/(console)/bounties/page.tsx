import type { Metadata } from 'next'
import { BountiesPage } from '#components/operator/bounties/bounties-page'

export const metadata: Metadata = { title: 'Bounties' }

export default function OperatorBountiesPage() {
  return <BountiesPage />
}
