'use client'
import Link from 'next/link'
import type { Overview } from '#lib/schemas/operator-overview'
import { shortHash } from '../../ui/hash.tsx'
import { useNetworkName } from '../use-operator.ts'

/** What an audit found, with the way to each thing that it names. */
export function FindingText({ finding }: { finding: Overview['money']['findings'][number] }) {
  const nameOf = useNetworkName()
  const { severity, network, message, ids, count } = finding
  return (
    <>
      <strong>{severity === 'violation' ? 'Differs' : 'Worth knowing'}</strong>
      {network && ` on ${nameOf(network)}`}: {message}{' '}
      {ids.map((id) => (
        <Link
          key={id}
          href={`/operator/find?id=${encodeURIComponent(id)}`}
          title={id}
          className="mr-2 text-link underline underline-offset-4"
        >
          <code className="text-sm">{shortHash(id)}</code>
        </Link>
      ))}
      {count > ids.length && ids.length > 0 && `and ${count - ids.length} more`}
    </>
  )
}
