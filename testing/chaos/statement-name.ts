import { bountyEvents, bountyStates } from '#lib/domain/bounty/bounty'
import type { Run } from '#testing/chaos/pg-messages'

/** `write` changes rows, at once or when its transaction commits. */
type StatementKind = 'write' | 'begin' | 'commit' | 'rollback' | 'read'
type NamedStatement = { kind: StatementKind; name: string }

/** Words among the parameters that tell one use of a statement from another. */
const words = new Set<string>([
  ...bountyStates,
  ...bountyEvents,
  ...[
    'claimed',
    'settling',
    'settled',
    'failed',
    'void',
    'queued',
    'sent',
    'mined',
    'final',
    'reverted',
    'rejected',
  ],
  ...['lost', 'approve', 'post', 'release', 'refund', 'payback', 'settle'],
])

const target = /(?<!\bfor )(?<!\bdo )\b(insert into|update|delete from)\s+([a-z_]+(?:\.[a-z_]+)?)/g
const literalState = /\bstate = '([a-z_]+)'(?=[^)]*?\bwhere\b)/g

/** A short name for a statement that says what it writes: `insert chain_tx + insert chain_attempt`, `update payment (settled)`. */
export function nameStatement({ sql, parameters }: Run): NamedStatement {
  const text = sql.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase()
  const verb = /^(begin|commit|rollback)\b/.exec(text)?.[1]
  if (verb) return { kind: verb as StatementKind, name: verb }
  const targets = [...text.matchAll(target)].map(([, action, table]) => `${action!.split(' ')[0]} ${table}`)
  if (targets.length === 0) return { kind: 'read', name: text.slice(0, 60) }
  const said = [
    ...parameters.filter((parameter) => words.has(parameter)),
    ...[...text.matchAll(literalState)].map(([, state]) => state!),
  ]
  const detail = said.length > 0 ? ` (${[...new Set(said)].slice(0, 4).join(' ')})` : ''
  return { kind: 'write', name: [...new Set(targets)].join(' + ') + detail }
}
