import type { Metadata } from 'next'
import { KeysPage } from '#components/operator/keys/keys-page'

export const metadata: Metadata = { title: 'API keys' }

export default function OperatorKeysPage() {
  return <KeysPage />
}
