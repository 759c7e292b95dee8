'use client'
import Link from 'next/link'
import type { Overview } from '#lib/schemas/operator-overview'
import { CopyId, shortId, writtenId } from '../hash.tsx'
import { useNetworkName } from '../use-operator.ts'

/** The finding of an audit, with links to the objects that it names. */
export function FindingText({ finding }: { finding: Overview['money']['findings'][number] }) {
  const nameOf = useNetworkName()
  const { severity, network, message, ids, count } = finding
  return (
    <>
      <strong>{severity === 'violation' ? 'Differs' : 'Worth knowing'}</strong>
      {network && ` on ${nameOf(network)}`}: {message} <FoundIds ids={ids} count={count} />
    </>
  )
}

/** The objects that a finding names; `count`: their total number. */
export function FoundIds({ ids, count }: { ids: readonly string[]; count: number }) {
  return (
    <>
      {ids.map((id) => (
        <span key={id} className="mr-2 inline-flex items-center gap-1">
          <Link href={`/operator/find?id=${encodeURIComponent(id)}`} title={writtenId(id)} className="link">
            <code className="text-sm">{shortId(id)}</code>
          </Link>
          <CopyId id={id} />
        </span>
      ))}
      {count > ids.length && ids.length > 0 && `and ${count - ids.length} more`}
    </>
  )
}
