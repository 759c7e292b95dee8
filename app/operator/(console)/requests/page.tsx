import type { Metadata } from 'next'
import { Requests } from '#components/operator/requests/requests'

export const metadata: Metadata = { title: 'Requests' }

export default function RequestsPage() {
  return <Requests />
}
