'use client'
import type { OperatorActionEntry } from '#lib/schemas/operator-action'
import { SubjectLink } from '../subject-link.tsx'
import { useNetworkName } from '../use-operator.ts'

type Entry = Pick<OperatorActionEntry, 'subject' | 'subject_id'> &
  Partial<Pick<OperatorActionEntry, 'result'>>

/**
 * The subject of an action. That of a new key is its account, and the result names the key. A sender queue is a key on a network, which is
 * named, because the same key may have a queue on each.
 */
export function DoneTo({ entry: { subject, subject_id: id, result = {} } }: { entry: Entry }) {
  const networkName = useNetworkName()
  const queue = subject === 'sender_queue' ? readQueue(id) : undefined
  if (queue)
    return (
      <span className="grid">
        <SubjectLink kind={subject} id={queue.sender} />
        <span className="text-xs text-soft">on {networkName(queue.network)}</span>
      </span>
    )
  if (subject !== 'api_key' || typeof result.prefix !== 'string' || result.prefix === id)
    return <SubjectLink kind={subject} id={id} />
  return (
    <span className="grid">
      <SubjectLink kind={subject} id={result.prefix} />
      <span className="text-xs text-soft wrap-anywhere">of {id}</span>
    </span>
  )
}

/** A sender queue is logged as `eip155:5042 0x…`. */
function readQueue(id: string): { network: string; sender: string } | undefined {
  const [network, sender] = id.split(' ')
  return network && sender ? { network, sender } : undefined
}
