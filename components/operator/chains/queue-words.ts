import { gasLowTransactions } from '#lib/domain/chain/gas-low'
import { counted } from '#lib/domain/text/counted'
import type { OperatorChains, SenderQueue } from '#lib/schemas/operator-chain'

/** Longer than any pass takes. The time of the last pass is stored once a minute at most. */
const silentAfterSeconds = 150

type Stand = 'frozen' | 'used elsewhere' | 'blocked' | 'silent' | 'waits' | 'runs'

/**
 * Where a sender queue stands: the first of what keeps it from sending. While the service is frozen no worker passes the queues, so all that
 * are not stopped for another reason wait.
 */
export function standOf(
  { frozen, gap, pass_error: error, passed_seconds_ago: seconds }: SenderQueue,
  isServiceFrozen = false,
): Stand {
  if (frozen) return 'frozen'
  if (gap !== null && gap < 0) return 'used elsewhere'
  if (error !== null) return 'blocked'
  if (isServiceFrozen) return 'waits'
  return seconds === null || seconds > silentAfterSeconds ? 'silent' : 'runs'
}

/** A retired key that has nothing waiting needs neither gas nor a worker. */
function isIdle({ roles, queued, sent, mined }: SenderQueue): boolean {
  return roles.join() === 'retired' && queued.count + sent.count + mined.count === 0
}

export function isGasLow(queue: SenderQueue): boolean {
  return queue.lasts !== null && queue.lasts < gasLowTransactions && !isIdle(queue)
}

/** True if nothing about a queue needs a look. Gas that could not be read needs one. */
export function isWell(queue: SenderQueue): boolean {
  if (isIdle(queue)) return true
  return standOf(queue) === 'runs' && queue.balance !== null && !isGasLow(queue)
}

const stands: readonly [Exclude<Stand, 'runs' | 'waits'>, string, string][] = [
  ['frozen', 'queue is frozen', 'queues are frozen'],
  ['used elsewhere', 'key was used outside this database', 'keys were used outside this database'],
  ['blocked', 'queue is blocked', 'queues are blocked'],
  ['silent', 'queue is checked by no worker', 'queues are checked by no worker'],
]

/** The id of the row of a sender queue, for links to it. @param network CAIP-2 */
export const queueAnchor = ({ network, sender }: Pick<SenderQueue, 'network' | 'sender'>) =>
  `queue-${network.replace(':', '-')}-${sender.toLowerCase()}`

/** Sorts queues: those that are stopped or have a problem come first. */
export function orderQueues(queues: readonly SenderQueue[]): SenderQueue[] {
  const rank = (queue: SenderQueue) => {
    const at = stands.findIndex(([stand]) => stand === standOf(queue))
    return at >= 0 && !isIdle(queue) ? at : stands.length + Number(isWell(queue))
  }
  return queues.toSorted((a, b) => rank(a) - rank(b))
}

/** The queues that are stopped for a reason of their own. */
export function stoppedQueues(queues: readonly SenderQueue[]): SenderQueue[] {
  return queues.filter(
    (queue) => !isIdle(queue) && ['frozen', 'used elsewhere', 'blocked'].includes(standOf(queue)),
  )
}

/** All sender queues in one line: `All 7 queues run.` or `1 queue is frozen. 1 key is low on gas.` */
export function queuesText(all: readonly SenderQueue[], isServiceFrozen = false): string {
  const queues = all.filter((queue) => !isIdle(queue))
  if (queues.length === 0) return 'No key of ours has sent anything yet.'
  const run = queues.length === 1 ? 'The queue runs.' : `All ${queues.length} queues run.`
  const stopped = stands.flatMap(([stand, one, many]) =>
    numbered(queues, (queue) => standOf(queue, isServiceFrozen) === stand, one, many),
  )
  return [
    ...(isServiceFrozen ? ['No queue sends: the service is frozen.'] : stopped.length === 0 ? [run] : []),
    ...stopped,
    ...numbered(queues, isGasLow, 'key is low on gas', 'keys are low on gas'),
    ...numbered(
      queues,
      ({ balance }) => balance === null,
      'key’s gas could not be read',
      'keys’ gas could not be read',
    ),
  ].join(' ')
}

type Provider = OperatorChains['chains'][number]['providers'][number]

/** All endpoints in one line. */
export function endpointsText(providers: readonly Provider[]): string {
  const troubles = [
    ...numbered(
      providers,
      ({ answer_ms }) => answer_ms === null,
      'endpoint does not answer',
      'endpoints do not answer',
    ),
    ...numbered(
      providers,
      ({ agreement }) => agreement === 'differs',
      'endpoint has a different block',
      'endpoints have a different block',
    ),
  ]
  if (providers.length === 0) return 'No endpoint is configured.'
  if (troubles.length > 0) return troubles.join(' ')
  if (providers.length === 1) return 'The endpoint answers.'
  return providers.length === 2 ? 'Both endpoints answer.' : `All ${providers.length} endpoints answer.`
}

export const areEndpointsWell = (providers: readonly Provider[]) =>
  providers.length > 0 &&
  providers.every(({ answer_ms, agreement }) => answer_ms !== null && agreement !== 'differs')

function numbered<One>(all: readonly One[], is: (one: One) => boolean, one: string, many: string): string[] {
  const count = all.filter(is).length
  return count === 0 ? [] : [`${counted(count, one, many)}.`]
}
