import 'server-only'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

type Metrics = ReturnType<typeof create>
// The bundler may load this module more than once, and what is counted must be counted in one place.
const slot = globalThis as { cairnMetrics?: Metrics }

/** What this process counts (Prometheus text format 0.0.4). Names say their unit. */
export function metrics(): Metrics {
  slot.cairnMetrics ??= create()
  return slot.cairnMetrics
}

function create() {
  const registry = new Registry()
  const registers = [registry]
  // The library begins a gauge without labels at 0. One that this process never set must not be exported: 0 is an answer.
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => {
    const made = new Gauge({ name: `cairn_${name}`, help, labelNames, registers })
    if (labelNames.length === 0) made.remove()
    return made
  }
  return {
    registry,
    /** Of the web. */
    requests: new Histogram({
      name: 'cairn_request_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['operation', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    requestsNotKept: new Counter({
      name: 'cairn_requests_not_kept_total',
      help: 'Answered requests that the request log left out: too many of a kind, or the database was away.',
      labelNames: ['reason'] as const,
      registers,
    }),
    /** Of every process that reads a chain. */
    rpcAvoided: new Counter({
      name: 'cairn_rpc_avoided_total',
      help: 'How often an RPC endpoint was silent or failed, and others were asked in its place for a while.',
      labelNames: ['chain', 'host'] as const,
      registers,
    }),
    /** Of a worker. */
    stepFailures: new Counter({
      name: 'cairn_worker_step_failures_total',
      help: 'How often a step of the worker failed.',
      labelNames: ['step'] as const,
      registers,
    }),
    stepSucceeded: gauge('worker_step_succeeded_at_seconds', 'When a step last succeeded, Unix time.', [
      'step',
    ]),
    /** Of the service, as its database has it: every process exports these. */
    workerBeat: gauge('worker_beat_age_seconds', 'Since the last sign of life of any worker.'),
    runAge: gauge('last_run_age_seconds', 'Since what must happen again and again last did.', ['run']),
    moneyDifference: gauge(
      'money_difference_usdc',
      'What chain and books differ by: anything but 0 is wrong.',
      ['network', 'place'],
    ),
    moneyFindings: gauge('money_findings', 'What the last audit found.', ['severity']),
    moneyUnchecked: gauge('money_unchecked', '1 where the last audit could not look.', ['network']),
    moneyAudited: gauge('money_audited_at_seconds', 'When the last audit ended, Unix time.'),
    /** Of a worker, read from the database and the chains when somebody asks. */
    bounties: gauge('bounties', 'Bounties that have not ended.', ['state']),
    bountyAge: gauge('bounty_oldest_seconds', 'How long the one that waits longest is in its state.', [
      'state',
    ]),
    payments: gauge('payments_unresolved', 'Payments whose outcome is not known yet.'),
    paymentAge: gauge('payment_unresolved_oldest_seconds', 'Since when the oldest of them is not.'),
    transactions: gauge('chain_transactions', 'Transactions of ours that are not final.', [
      'chain',
      'sender',
      'state',
    ]),
    transactionAge: gauge('chain_transaction_oldest_seconds', 'Age of the oldest of them.', [
      'chain',
      'sender',
    ]),
    escrowDailyLimit: gauge('escrow_daily_limit_usdc', 'What the escrow may release per day (UTC).', [
      'network',
    ]),
    escrowUsedToday: gauge(
      'escrow_used_today_usdc',
      'How much of that is taken today by accepted bounties.',
      ['network'],
    ),
    gas: gauge('gas_balance', 'Native token of each key of ours, whole units.', ['chain', 'address']),
    gasSpentToday: gauge(
      'gas_spent_today',
      'What a key has paid for gas since midnight UTC, native token, whole units.',
      ['chain', 'address'],
    ),
    gasBudget: gauge(
      'gas_budget',
      'What the relayer may pay for gas in a day, native token, whole units; absent without a limit.',
      ['chain', 'address'],
    ),
    nonceGap: gauge(
      'nonce_gap',
      'Nonces of a key that were given and are not mined; below 0 it was used outside this database.',
      ['chain', 'sender'],
    ),
    laneFrozen: gauge('lane_frozen', '1 where an operator lets a key begin nothing new.', [
      'chain',
      'sender',
    ]),
    chainHeadAge: gauge('chain_head_age_seconds', 'Age of the newest block an endpoint shows.', ['network']),
    chainUp: gauge('chain_up', '1 where an endpoint answers.', ['network']),
    frozen: gauge('frozen', '1 while the service stands still: nothing is signed, sold or decided.'),
    jobs: gauge('jobs', 'Jobs about films, by queue and state.', ['queue', 'state']),
    jobAge: gauge('job_due_oldest_seconds', 'How long the job that is due longest has waited.'),
    webhooks: gauge('webhook_messages', 'Messages to posters’ servers.', ['state']),
  }
}
