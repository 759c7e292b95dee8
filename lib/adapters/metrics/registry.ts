import 'server-only'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { processValue } from '#lib/adapters/process-value'

type Metrics = ReturnType<typeof create>
const slot = processValue<Metrics>('metrics')

/** Metrics of this process (Prometheus text format 0.0.4). The unit is part of the name. */
export function metrics(): Metrics {
  slot.current ??= create()
  return slot.current
}

function create() {
  const registry = new Registry()
  const registers = [registry]
  // The library exports a gauge without labels as 0 before it is set. Removed, because 0 would be read as a
  // value.
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => {
    const made = new Gauge({ name: `cairn_${name}`, help, labelNames, registers })
    if (labelNames.length === 0) made.remove()
    return made
  }
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `cairn_${name}`, help, labelNames, registers })
  return {
    registry,
    // Set by the web process.
    requests: new Histogram({
      name: 'cairn_request_seconds',
      help: 'Time from a request to its response.',
      labelNames: ['operation', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    requestsNotLogged: counter(
      'requests_not_kept_total',
      'Requests missing from the request log: too many of a kind, or the database was unreachable.',
      ['reason'],
    ),
    admissions: counter(
      'admissions_total',
      'Requests by importance, and if they were admitted at once, after a wait, or refused because of overload.',
      ['class', 'admitted'],
    ),
    running: gauge('requests_running', 'Requests being answered, without those that wait for a settlement.', [
      'class',
    ]),
    runningLimit: gauge(
      'requests_running_limit',
      'How many requests may be answered at once; follows the load.',
    ),
    paidLimit: gauge(
      'requests_paid_limit',
      'How many new payments may be worked on at once; follows how long the work on one takes.',
    ),
    settling: gauge('requests_settling', 'Requests that wait for the settlement of their payment.'),
    publishedReads: counter(
      'published_reads_total',
      'Reads of published observations, by the server that answered: the primary, a replica by its place in the setting, or the shards.',
      ['server'],
    ),
    replicaMisses: counter(
      'replica_misses_total',
      'Reads that another server answered after a replica or shard was asked: it was behind, it cancelled the read because of a conflict, or it failed.',
      ['replica', 'reason'],
    ),
    replicaUp: gauge('replica_up', '1 if the replica or shard answers, by its place in the setting.', [
      'replica',
    ]),
    replicaBehind: gauge(
      'replica_behind_seconds',
      'For how long a replica or shard has received none of the published changes that it lacks, otherwise 0.',
      ['replica'],
    ),
    // Set by every process that reads a chain.
    rpcAvoided: counter(
      'rpc_avoided_total',
      'How often an RPC endpoint failed or timed out, and other endpoints were used for a while.',
      ['chain', 'host'],
    ),
    // Set by workers.
    stepFailures: counter('worker_step_failures_total', 'How often a step of the worker failed.', ['step']),
    stepSucceeded: gauge('worker_step_succeeded_at_seconds', 'When a step last succeeded, Unix time.', [
      'step',
    ]),
    pushesGivenUp: counter(
      'pushes_given_up_total',
      'Notifications dropped because the push service refused them or never took them, by its last status.',
      ['status'],
    ),
    // State of the service, read from its database: every process exports these.
    workerBeat: gauge('worker_beat_age_seconds', 'Seconds since the last heartbeat of any worker.'),
    runAge: gauge('last_run_age_seconds', 'Seconds since the last run of a recurring task.', ['run']),
    moneyDifference: gauge(
      'money_difference_usdc',
      'Difference between chain and books: any value but 0 is an error.',
      ['network', 'place'],
    ),
    moneyFindings: gauge('money_findings', 'Findings of the last audit.', ['severity']),
    moneyUnchecked: gauge('money_unchecked', '1 if the last audit could not check the network.', ['network']),
    moneyAudited: gauge('money_audited_at_seconds', 'When the last audit ended, Unix time.'),
    // Set by workers on each scrape, from the database and the chains.
    bounties: gauge('bounties', 'Bounties that are not finished.', ['state']),
    bountyAge: gauge('bounty_oldest_seconds', 'Time that the oldest bounty has been in its state.', [
      'state',
    ]),
    reports: gauge(
      'reports_waiting',
      'Reported subjects that wait for an operator, by the most serious reason.',
      ['category'],
    ),
    payments: gauge('payments_unresolved', 'Payments with an unknown outcome.'),
    paymentAge: gauge(
      'payment_unresolved_oldest_seconds',
      'Age of the oldest payment with an unknown outcome.',
    ),
    transactions: gauge('chain_transactions', 'Transactions of the service that are not final.', [
      'chain',
      'sender',
      'state',
    ]),
    transactionAge: gauge(
      'chain_transaction_oldest_seconds',
      'Age of the oldest transaction that is not final.',
      ['chain', 'sender'],
    ),
    escrowDailyLimit: gauge('escrow_daily_limit_usdc', 'Amount the escrow may release per day (UTC).', [
      'network',
    ]),
    escrowUsedToday: gauge(
      'escrow_used_today_usdc',
      'Amount of the daily limit used today by accepted bounties.',
      ['network'],
    ),
    gas: gauge('gas_balance', 'Native token balance of each key, whole units.', ['chain', 'address']),
    gasNeeded: gauge(
      'gas_needed',
      'Minimum native token balance at which the relayer takes payments, whole units.',
      ['chain', 'address'],
    ),
    gasSpentToday: gauge(
      'gas_spent_today',
      'Gas cost of a key since midnight UTC, native token, whole units.',
      ['chain', 'address'],
    ),
    gasBudget: gauge(
      'gas_budget',
      'Daily gas budget of the relayer, native token, whole units; absent without a limit.',
      ['chain', 'address'],
    ),
    nonceGap: gauge(
      'nonce_gap',
      'Nonces assigned but not mined; below 0, the key was used outside this database.',
      ['chain', 'sender'],
    ),
    queueFrozen: gauge('sender_queue_frozen', '1 while an operator has frozen the queue of a key.', [
      'chain',
      'sender',
    ]),
    chainHeadAge: gauge('chain_head_age_seconds', 'Age of the newest block that an endpoint reports.', [
      'network',
    ]),
    chainUp: gauge('chain_up', '1 if an endpoint responds.', ['network']),
    frozen: gauge('frozen', '1 while the service is frozen: it signs, sells and decides nothing.'),
    jobs: gauge('jobs', 'Media jobs, by queue and state.', ['queue', 'state']),
    failedForecasts: gauge(
      'forecasts_failed',
      'Films of open bounties whose forecast failed by a fault of ours.',
    ),
    jobAge: gauge('job_due_oldest_seconds', 'How long the oldest due job of a lane has waited.', ['lane']),
    pushes: gauge(
      'push_messages',
      'Notifications for browsers that no push service has taken yet; absent if this service sends none.',
      ['state'],
    ),
    pushAge: gauge('push_due_oldest_seconds', 'How long the oldest due notification has waited.'),
    webhooks: gauge('webhook_messages', 'Webhook messages to the servers of posters and contributors.', [
      'receiver',
      'state',
    ]),
  }
}
