import Link from 'next/link'
import type { ReactNode } from 'react'
import { queueAnchor } from './chains/queue-words.ts'
import { CopyId, shortId, writtenId } from './hash.tsx'

/** The page of a subject. */
export function hrefOf(kind: string, id: string | null): string {
  if (kind === 'bounty')
    return id === null ? '/operator/bounties' : `/operator/bounties/${encodeURIComponent(id)}`
  if (kind === 'payment')
    return id === null ? '/operator/payments' : `/operator/payments/${encodeURIComponent(id)}`
  if (kind === 'transaction')
    return id === null ? '/operator/chains' : `/operator/chains/transactions/${encodeURIComponent(id)}`
  if (kind === 'capture')
    return id === null ? '/operator/captures' : `/operator/captures?id=${encodeURIComponent(id)}`
  if (kind === 'api_key' && id?.startsWith('cairn_')) return `/operator/keys?key=${encodeURIComponent(id)}`
  if (kind === 'model') return hrefOf('bounty', id)
  if (kind === 'sender_queue' && id !== null) {
    // The overview writes `network:address`, and the log `network address`.
    const [, network, sender] = /^(.+)[: ](0x[0-9a-f]+)$/i.exec(id) ?? []
    if (network && sender)
      return `/operator/chains#${queueAnchor({ network, sender: sender as `0x${string}` })}`
  }
  const place = places[kind]
  if (place) return place
  return id === null ? '/operator' : `/operator/find?id=${encodeURIComponent(id)}`
}

const places: Record<string, string> = {
  inflow: '/operator/payments',
  sender_queue: '/operator/chains',
  chain: '/operator/chains',
  job: '/operator/jobs',
  api_key: '/operator/keys',
  manifest: '/operator/captures',
  request: '/operator/requests',
  report: '/operator/reports',
  money: '/operator/figures#audits',
  schedule: '/operator/figures#runs',
  worker: '/operator/figures#workers',
  service: '/operator#frozen',
}

/** The subject of an action, as text with a link to its page. */
export function SubjectLink({ kind, id, children }: { kind: string; id: string; children?: ReactNode }) {
  return (
    <span className="whitespace-nowrap">
      {kind.replaceAll('_', ' ').replace(/^api\b/, 'API')}{' '}
      <Link href={hrefOf(kind, id)} title={writtenId(id)} className="link">
        <code className="text-sm">{children ?? shortId(id)}</code>
      </Link>{' '}
      {children === undefined && <CopyId id={id} />}
    </span>
  )
}
