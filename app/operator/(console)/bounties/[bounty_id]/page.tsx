import type { Metadata } from 'next'
import { BountyPage } from '#components/operator/bounties/bounty-page'

export const metadata: Metadata = { title: 'Bounty' }

type Props = { params: Promise<{ bounty_id: string }> }

export default async function OperatorBountyPage({ params }: Props) {
  return <BountyPage bountyId={(await params).bounty_id} />
}
