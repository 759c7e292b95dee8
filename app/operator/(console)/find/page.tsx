import type { Metadata } from 'next'
import { FindPage } from '#components/operator/find/find-page'

export const metadata: Metadata = { title: 'Find' }

export default function OperatorFindPage() {
  return <FindPage />
}
