import type { Metadata } from 'next'
import { OneRequest } from '#components/operator/requests/one-request'

export const metadata: Metadata = { title: 'Request' }

export default async function RequestPage({ params }: { params: Promise<{ request_id: string }> }) {
  const { request_id } = await params
  return <OneRequest requestId={request_id} />
}
