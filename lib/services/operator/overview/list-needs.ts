import 'server-only'
import { runbookOf } from '#lib/adapters/runbooks'
import { frozenRolesSaid, rolesText, stopsMoney } from '#lib/domain/chain/key-roles'
import { isUrgentCategory, reportCategoryWords } from '#lib/domain/moderation/report'
import { counted } from '#lib/domain/text/counted'
import type { Need, Overview } from '#lib/schemas/operator-overview'
import {
  bountyStuckSeconds,
  checkLateSeconds,
  expiryLateSeconds,
  forecastLateSeconds,
  modelLateSeconds,
  pushLateSeconds,
  workerSilentSeconds,
} from '#lib/services/operator/overview/alarm-limits'
import type { StuckBounty } from '#lib/services/operator/overview/read-bounties'
import type { Late, Queues } from '#lib/services/operator/overview/read-queues'
import type { WaitingReports } from '#lib/services/reports/count-waiting'

/** An endpoint this far behind another returns outdated state. */
const behindAtMost = 30

type Seen = Pick<Overview, 'frozen' | 'money' | 'bounties' | 'networks' | 'queues' | 'workers'> &
  Omit<Queues, 'queues'> & {
    stuck: readonly StuckBounty[]
    lateUsdc: ReadonlyMap<string, number>
    auditAgeSeconds: number | null
    /** Since the service was frozen; `null` if it is not. */
    frozenSeconds: number | null
    /** Since bounties were last closed by the clock, or could be again after a freeze; `null`: never. */
    expiryAgeSeconds: number | null
    /** Answers of the last minutes that were errors of ours. */
    faults: number
    /** The networks on which the relayer has spent its gas budget of today. */
    gasSpent: readonly string[]
    reports: WaitingReports
    nameOf: (network: string) => string
  }

/** Lists what needs attention now, the most serious first, by the rules of docs/alerts.yml. */
export function listNeeds(seen: Seen): Need[] {
  const needs = [
    ...ofService(seen),
    ...ofMoney(seen),
    ...ofPayments(seen),
    ...ofBounties(seen),
    ...ofTransactions(seen),
    ...seen.networks.flatMap((network) => ofNetwork(network, seen.nameOf)),
    ...ofGasSpent(seen),
    ...ofWorkers(seen),
    ...ofJobs(seen),
    ...ofPushes(seen),
    ...ofReports(seen),
    ...ofAnswers(seen),
  ]
  return [...needs.filter(isPage), ...needs.filter((need) => !isPage(need))]
}

const isPage = (need: Need) => need.severity === 'page'

function page(alert: string, subject: Need['subject'], text: string, more: Partial<Need> = {}): Need {
  return {
    alert,
    severity: 'page',
    text,
    subject,
    id: null,
    count: 1,
    for_seconds: null,
    usdc: null,
    ...more,
    runbook: runbookOf(alert),
  }
}

function ticket(...given: Parameters<typeof page>): Need {
  return { ...page(...given), severity: 'ticket' }
}

function ofService({ frozen, frozenSeconds }: Seen): Need[] {
  if (!frozen) return []
  // The reason is in the banner, which is on every page of the console.
  const text = 'Nothing is sold, accepted, cancelled or refunded until the service is unfrozen.'
  return [page('CairnFrozen', 'service', text, { for_seconds: frozenSeconds })]
}

function ofMoney({ money, auditAgeSeconds, stuck }: Seen): Need[] {
  // Each stuck bounty is a need of its own, so the audit's finding about stuck bounties would repeat it.
  const isListed = (code: string) => code === 'bounty_stuck' && stuck.length > 0
  const wrong = money.findings.filter(({ severity, code }) => severity === 'violation' && !isListed(code))
  const differs = wrong.map(({ code, message, ids, usdc }) => {
    const subject = code === 'inflow_without_payment' ? 'inflow' : 'money'
    return page('CairnMoneyDiffers', subject, message, { id: ids[0] ?? null, usdc })
  })
  if (money.verdict !== 'unchecked') return differs
  const text = `The money could not be audited. ${money.reason ?? ''}`.trim()
  const for_seconds = auditAgeSeconds === null ? null : Math.round(auditAgeSeconds)
  return [...differs, page('CairnMoneyUnchecked', 'money', text, { for_seconds })]
}

function ofPayments({ latePayments }: Seen): Need[] {
  return named(latePayments, ({ id, seconds, usdc = null }) =>
    page('CairnPaymentUnresolved', 'payment', `It is not known whether payment ${id} was made.`, {
      id,
      for_seconds: seconds,
      usdc,
    }),
  ).concat(rest(latePayments, 'CairnPaymentUnresolved', 'payment', 'payments are not resolved'))
}

function ofBounties({ stuck, bounties, lateUsdc, expiryAgeSeconds, frozen }: Seen): Need[] {
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)
  const waiting = sum(lateUsdc.values()) - (lateUsdc.get('open') ?? 0)
  const count = bounties.reduce((sum, { state, late }) => sum + (state === 'open' ? 0 : late), 0)
  const overdue = bounties.find(({ state }) => state === 'open')?.late ?? 0
  const isLate = expiryAgeSeconds === null || expiryAgeSeconds > expiryLateSeconds
  const kept =
    overdue === 0 ? '' : ` ${counted(overdue, 'bounty is', 'bounties are')} overdue and still open.`
  return [
    ...stuck.map(({ bountyId, title, state, seconds, blocker, usdc }) =>
      page('CairnBountyStuck', 'bounty', blocker ?? `The bounty “${title}” is stuck in ${state}.`, {
        id: bountyId,
        for_seconds: seconds,
        usdc: `${usdc}.00`,
      }),
    ),
    ...rest(
      { count, first: stuck },
      'CairnBountyStuck',
      'bounty',
      `bounties wait for over ${bountyStuckSeconds / 60} minutes`,
    ).map((need) => ({ ...need, usdc: `${Math.max(0, waiting - sum(stuck.map(({ usdc }) => usdc)))}.00` })),
    // A frozen service closes no bounties. That is part of the freeze, so it is not listed on its own.
    ...(!frozen && (isLate || overdue > 0)
      ? [
          page(
            'CairnExpiryLate',
            'schedule',
            `${expiryAgeSeconds === null ? 'Nobody has ever looked for overdue bounties.' : isLate ? 'Nobody looks for overdue bounties.' : ''}${kept}`.trim(),
            {
              for_seconds: expiryAgeSeconds === null ? null : Math.round(expiryAgeSeconds),
              usdc: overdue === 0 ? null : `${lateUsdc.get('open') ?? 0}.00`,
            },
          ),
        ]
      : []),
  ]
}

function ofTransactions({ lateTransactions, failedTransactions }: Seen): Need[] {
  const alert = 'CairnTransactionStuck'
  return [
    ...named(lateTransactions, ({ id, seconds, about }) =>
      page(alert, 'transaction', `Transaction ${id} (${about}) is not final yet.`, {
        id,
        for_seconds: seconds,
      }),
    ),
    ...rest(lateTransactions, alert, 'transaction', 'transactions are not final'),
    ...ofFailed(failedTransactions),
  ]
}

/** One line for all of them: the objects that wait for them have lines of their own, and refused transactions are requested repeatedly. */
function ofFailed({ count, first: [last] }: Queues['failedTransactions']): Need[] {
  if (!last) return []
  const text =
    count === 1
      ? `Transaction ${last.id} came to nothing: ${last.about}.`
      : `${count} transactions of the last hour came to nothing, the last of them ${last.id}: ${last.about}.`
  return [
    ticket('CairnTransactionStuck', 'transaction', text, { id: last.id, count, for_seconds: last.seconds }),
  ]
}

function ofNetwork(network: Overview['networks'][number], nameOf: Seen['nameOf']): Need[] {
  const name = nameOf(network.network)
  const queue = (address: string) => ({ id: `${network.network}:${address}` })
  const isAway = network.providers.every(({ head }) => head === null)
  const lagging = network.providers.filter(({ behind }) => behind !== null && behind > behindAtMost)
  const silent = isAway ? [] : network.providers.filter(({ head }) => head === null)
  const chain = { id: network.network }
  return [
    ...(isAway ? [page('CairnChainAway', 'chain', `No endpoint of ${name} answers.`, chain)] : []),
    ...silent.map((one) =>
      ticket('CairnChainAway', 'chain', `${one.name} does not answer for ${name}.`, chain),
    ),
    ...lagging.map((one) =>
      ticket('CairnChainAway', 'chain', `${one.name} is ${one.behind} blocks behind on ${name}.`, chain),
    ),
    ...network.keys.flatMap((key) => {
      const who = key.roles.length > 0 ? `The ${rolesText(key.roles)} key` : `Key ${key.address}`
      const left =
        key.lasts === null ? '' : `: enough for ${counted(key.lasts, 'transaction', 'transactions')}`
      return [
        ...(key.is_low
          ? [
              page(
                'CairnGasLow',
                'sender_queue',
                `${who} runs out of gas on ${name}${left}.`,
                queue(key.address),
              ),
            ]
          : []),
        ...(key.is_frozen
          ? [
              (stopsMoney(key.roles) ? page : ticket)(
                'CairnSenderQueueFrozen',
                'sender_queue',
                `${who} is frozen on ${name}. ${frozenRolesSaid(key.roles)}${whoFroze(key)}`,
                { ...queue(key.address), for_seconds: key.frozen_seconds },
              ),
            ]
          : []),
      ]
    }),
  ]
}

function whoFroze({
  frozen_by: by,
  frozen_reason: reason,
}: Overview['networks'][number]['keys'][number]): string {
  if (by === null) return ''
  const short = by.replace(/^(0x[0-9a-f]{6})[0-9a-f]{30}([0-9a-f]{4})$/i, '$1…$2')
  return ` Frozen by ${short}: ${reason}`
}

function ofGasSpent({ gasSpent, nameOf }: Seen): Need[] {
  return gasSpent.map((id) => {
    const text = `The gas budget of today is spent on ${nameOf(id)}: no payment is taken there until 00:00 UTC.`
    return page('CairnGasBudgetSpent', 'chain', text, { id })
  })
}

function ofWorkers({ workers }: Seen): Need[] {
  if (workers.length === 0) return [page('CairnWorkerSilent', 'worker', 'No worker runs.')]
  const beat = Math.min(...workers.map(({ beat_seconds }) => beat_seconds))
  if (beat <= workerSilentSeconds) return []
  return [page('CairnWorkerSilent', 'worker', 'No worker gives a sign of life.', { for_seconds: beat })]
}

const lateSeconds: Readonly<Record<string, number>> = {
  forecast: forecastLateSeconds,
  reconstruct: modelLateSeconds,
}

const jobWords: Readonly<Record<string, [one: string, many: string]>> = {
  inspect: ['check of a film', 'checks of films'],
  preview: ['preview of a film', 'previews of films'],
  forecast: ['forecast of a model', 'forecasts of models'],
  reconstruct: ['model of a film', 'models of films'],
}
const wordsOf = (queue: string) => jobWords[queue] ?? ([`job of ${queue}`, `jobs of ${queue}`] as const)

function ofJobs({ queues, failedForecasts }: Seen): Need[] {
  const jobs = queues.filter(({ name }) => !['transactions', 'payments', 'webhooks', 'pushes'].includes(name))
  const dead = jobs.filter((queue) => queue.dead > 0)
  const slow = jobs.filter(
    ({ name, oldest_seconds }) => (oldest_seconds ?? 0) > (lateSeconds[name] ?? checkLateSeconds),
  )
  return [
    ...dead.map(({ name, dead: count }) =>
      ticket('CairnFilmsWait', 'job', `${counted(count, ...wordsOf(name))} failed for good.`, { count }),
    ),
    ...(failedForecasts > 0 ? [ofFailedForecasts(failedForecasts)] : []),
    ...slow.map(({ name, oldest_seconds }) =>
      ticket('CairnFilmsWait', 'job', `A ${wordsOf(name)[0]} is due, and no worker takes it.`, {
        for_seconds: oldest_seconds,
      }),
    ),
  ]
}

function ofFailedForecasts(count: number): Need {
  const text = `${counted(count, 'forecast', 'forecasts')} failed by a fault of ours: ${count === 1 ? 'its poster decides' : 'their posters decide'} without one.`
  return ticket('CairnFilmsWait', 'job', text, { count })
}

function ofPushes({ queues }: Seen): Need[] {
  const pushes = queues.find(({ name }) => name === 'pushes')
  if ((pushes?.oldest_seconds ?? 0) <= pushLateSeconds) return []
  const text = `${counted(pushes!.waiting, 'notification waits', 'notifications wait')}, and nobody sends them.`
  return [ticket('CairnPushesFail', 'worker', text, { for_seconds: pushes!.oldest_seconds })]
}

function ofReports({ reports: { count, mostSerious, seconds } }: Seen): Need[] {
  if (mostSerious === null) return []
  const waits = `${counted(count, 'report waits', 'reports wait')} for a decision.`
  const reason = reportCategoryWords[mostSerious].toLowerCase()
  // Only the hour of a report is stored, so a report of this hour may be of this minute.
  const waited = seconds === null || seconds < 3_600 ? null : seconds
  const more = { count, for_seconds: waited }
  if (!isUrgentCategory(mostSerious))
    return [ticket('CairnReportsWait', 'report', `${waits} Most serious: ${reason}.`, more)]
  const others = count === 1 ? '' : ` ${waits}`
  return [page('CairnReportUrgent', 'report', `Look at a report at once: ${reason}.${others}`, more)]
}

function ofAnswers({ faults }: Seen): Need[] {
  if (faults === 0) return []
  const text = `${counted(faults, 'answer', 'answers')} of the last five minutes failed by a fault of ours.`
  return [ticket('CairnAnswersFail', 'request', text, { count: faults })]
}

function named(late: { first: readonly Late[] }, say: (late: Late) => Need): Need[] {
  return late.first.map(say)
}

/** One line for all that were not named. */
function rest(
  { count, first }: { count: number; first: readonly unknown[] },
  ...[alert, subject, what]: [alert: string, subject: Need['subject'], what: string]
): Need[] {
  const more = count - first.length
  return more > 0 ? [page(alert, subject, `${more} more ${what}.`, { count: more })] : []
}
