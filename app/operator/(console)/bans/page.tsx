import type { Metadata } from 'next'
import { BansPage } from '#components/operator/bans/bans-page'

export const metadata: Metadata = { title: 'Bans' }

export default function OperatorBansPage() {
  return <BansPage />
}
