import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUrgentCategory, reportCategories } from '#lib/domain/moderation/report'
import {
  auditLateSeconds,
  bountyStuckSeconds,
  expiryLateSeconds,
  forecastLateSeconds,
  modelLateSeconds,
  paymentUnresolvedSeconds,
  pushLateSeconds,
  transactionStuckSeconds,
  workerSilentSeconds,
} from './alarm-limits.ts'
import { listNeeds } from './list-needs.ts'

const rules = readFileSync(join(import.meta.dirname, '../../../../docs/alerts.yml'), 'utf8')
const none = { count: 0, first: [] }
const late = { count: 7, first: [{ id: '3', seconds: 400, about: 'settle' }] }
type Seen = Parameters<typeof listNeeds>[0]
const calm: Seen = {
  frozen: null,
  money: {
    verdict: 'sound',
    reason: null,
    audited_at: '2026-01-01T00:00:00Z',
    audited_by: 'worker',
    same_since: null,
    findings: [],
  },
  ...{
    bounties: [],
    networks: [],
    queues: [],
    stuck: [],
    lateUsdc: new Map(),
    faults: 0,
    gasSpent: [],
    reports: { count: 0, mostSerious: null, seconds: null },
    auditAgeSeconds: 1,
    frozenSeconds: null,
    expiryAgeSeconds: 1,
  },
  bounties: [],
  networks: [],
  queues: [],
  stuck: [],
  lateUsdc: new Map(),
  faults: 0,
  reports: { count: 0, mostSerious: null, seconds: null },
  auditAgeSeconds: 1,
  frozenSeconds: null,
  expiryAgeSeconds: 1,
  workers: [{ worker_id: 'a', started_at: '2026-01-01T00:00:00Z', beat_seconds: 2, media_work: 'on' }],
  latePayments: none,
  lateTransactions: none,
  failedTransactions: none,
  failedForecasts: 0,
  nameOf: (network) => network,
}

test('the overview has the limits of the alert rules', () => {
  const limits = {
    CairnMoneyUnchecked: auditLateSeconds,
    CairnPaymentUnresolved: paymentUnresolvedSeconds,
    CairnBountyStuck: bountyStuckSeconds,
    CairnTransactionStuck: transactionStuckSeconds,
    CairnWorkerSilent: workerSilentSeconds,
    CairnExpiryLate: expiryLateSeconds,
    CairnFilmsWait: modelLateSeconds,
    CairnPushesFail: pushLateSeconds,
  }
  for (const [alert, seconds] of Object.entries(limits))
    expect(rules).toMatch(new RegExp(`alert: ${alert}\\n +expr: .*> ${seconds}\\b`))
  expect(rules).toContain(`{lane="forecasts"} > ${forecastLateSeconds} `)
})

test('a calm service needs nobody', () => {
  expect(listNeeds(calm)).toEqual([])
})

test('a stuck bounty is one need, also once an audit has found it', () => {
  const finding: Seen['money']['findings'][number] = {
    code: 'bounty_stuck',
    severity: 'violation',
    network: null,
    message: '1 bounty has been on the way.',
    count: 1,
    usdc: null,
    ids: ['bty_1'],
  }
  const money: Seen['money'] = { ...calm.money, verdict: 'violated', findings: [finding] }
  const stuck = [
    { bountyId: 'bty_1', title: 'Tower', state: 'cancelling', seconds: 900, blocker: null, usdc: 50 },
  ]
  const bounties = [{ state: 'cancelling', count: 1, usdc: '50.00', oldest_seconds: 900, late: 1 }]
  expect(listNeeds({ ...calm, money, stuck, bounties }).map(({ alert }) => alert)).toEqual([
    'CairnBountyStuck',
  ])
  expect(listNeeds({ ...calm, money }).map(({ alert }) => alert)).toEqual(['CairnMoneyDiffers'])
})

test('a network whose gas budget of the day is spent takes no payment, and says until when', () => {
  expect(listNeeds({ ...calm, gasSpent: ['eip155:8453'] })).toMatchObject([
    {
      alert: 'CairnGasBudgetSpent',
      severity: 'page',
      subject: 'chain',
      id: 'eip155:8453',
      text: 'The gas budget of today is spent on eip155:8453: no payment is taken there until 00:00 UTC.',
    },
  ])
})

test('grave needs come first, long lists are summed up in a line, and each need names a rule with a runbook', () => {
  const key = { address: '0xaa', roles: ['relayer'], balance: '0.1', transactions: 0, oldest_seconds: null }
  const frozen = { frozen_by: `0xabcdef${'0'.repeat(30)}1234`, frozen_reason: 'A key may be known.' }
  const needs = listNeeds({
    ...calm,
    frozen: { since: '2026-01-01T00:00:00Z', cause: 'copy', reason: 'another copy' },
    faults: 2,
    frozenSeconds: 90,
    latePayments: late,
    lateTransactions: late,
    failedTransactions: late,
    expiryAgeSeconds: 700,
    workers: [],
    stuck: [{ bountyId: 'bty_1', title: 'Tower', state: 'creating', seconds: 900, blocker: null, usdc: 50 }],
    lateUsdc: new Map([
      ['creating', 150],
      ['open', 30],
    ]),
    bounties: [{ state: 'creating', count: 3, usdc: '150.00', oldest_seconds: 900, late: 3 }],
    queues: [{ name: 'inspect', waiting: 1, failing: 0, active: 0, dead: 1, oldest_seconds: 2_000 }],
    networks: [
      {
        network: 'eip155:8453',
        money: null,
        could_not_check: 'x',
        head_age_seconds: 2,
        final_block: 90,
        revenue: { address: '0xbb', usdc: null },
        providers: [
          { name: 'a.example', head: 100, behind: 0 },
          { name: 'b.example', head: 10, behind: 90 },
          { name: 'c.example', head: null, behind: null },
        ],
        keys: [{ ...key, lasts: 12, is_low: true, is_frozen: true, frozen_seconds: 120, ...frozen }],
      },
    ],
  })
  expect(needs[0]).toMatchObject({ alert: 'CairnFrozen', for_seconds: 90 })
  // The banner above says why.
  expect(needs[0]!.text).not.toMatch(/another copy|is frozen/)
  expect(needs.find(({ alert }) => alert === 'CairnSenderQueueFrozen')).toMatchObject({
    for_seconds: 120,
    severity: 'page',
    text: 'The relayer key is frozen on eip155:8453. No new payment is accepted on this network; nobody is charged. Frozen by 0xabcdef…1234: A key may be known.',
  })
  const severities = needs.map(({ severity }) => severity)
  expect(severities).toEqual([...severities].sort())
  const texts = needs.map(({ text }) => text)
  expect(texts).toContain('6 more payments are not resolved.')
  expect(texts).toContain('2 more bounties wait for over 10 minutes.')
  const moneyOf = (part: string) => needs.find(({ text }) => text.includes(part))?.usdc
  expect([moneyOf('“Tower”'), moneyOf('2 more bounties'), moneyOf('No worker')]).toEqual([
    '50.00',
    '100.00',
    null,
  ])
  expect(texts).toContain('b.example is 90 blocks behind on eip155:8453.')
  expect(texts).toContain('The relayer key runs out of gas on eip155:8453: enough for 12 transactions.')
  for (const { alert, runbook } of needs) {
    expect(rules).toContain(`alert: ${alert}\n`)
    expect(runbook, alert).toEqual(expect.any(String))
  }
})

test('a frozen service needs to be unfrozen, and not that somebody closes overdue bounties meanwhile', () => {
  const open = { state: 'open', count: 2, usdc: '60.00', oldest_seconds: 900, late: 1 } as const
  const late = { expiryAgeSeconds: 700, bounties: [open], lateUsdc: new Map([['open', 30]]) }
  expect(listNeeds({ ...calm, ...late }).map(({ alert }) => alert)).toEqual(['CairnExpiryLate'])
  const frozen = { since: '2026-01-01T00:00:00Z', cause: 'operator', reason: 'a drill' } as const
  expect(listNeeds({ ...calm, ...late, frozen, frozenSeconds: 700 }).map(({ alert }) => alert)).toEqual([
    'CairnFrozen',
  ])
})

test('forecasts that failed for good share one line that leads to the jobs', () => {
  expect(listNeeds({ ...calm, failedForecasts: 2 })).toMatchObject([
    {
      alert: 'CairnFilmsWait',
      severity: 'ticket',
      subject: 'job',
      text: '2 forecasts failed by a fault of ours: their posters decide without one.',
    },
  ])
  const [only] = listNeeds({ ...calm, failedForecasts: 1 })
  expect(only!.text).toBe('1 forecast failed by a fault of ours: its poster decides without one.')
})

test('a report of this hour shows no waiting time, because only its hour is known', () => {
  const reports = { count: 1, mostSerious: 'child', seconds: 2_220 } as const
  expect(listNeeds({ ...calm, reports })).toMatchObject([{ subject: 'report', for_seconds: null }])
})

test('waiting reports share one line, with the most serious reason and how long the oldest has waited', () => {
  const reports = { count: 3, mostSerious: 'private_home', seconds: 7_200 } as const
  const [need, ...others] = listNeeds({ ...calm, reports })
  expect(others).toEqual([])
  expect(need).toMatchObject({ alert: 'CairnReportsWait', severity: 'ticket', subject: 'report' })
  expect(need).toMatchObject({
    count: 3,
    for_seconds: 7_200,
    runbook: expect.stringContaining('/operator/reports'),
  })
  expect(need!.text).toBe('3 reports wait for a decision. Most serious: a private home.')
})

test('a report that concerns a child is urgent', () => {
  const seen = (count: number) =>
    listNeeds({ ...calm, reports: { count, mostSerious: 'child', seconds: 7_200 } })
  expect(seen(1)).toMatchObject([
    {
      alert: 'CairnReportUrgent',
      severity: 'page',
      subject: 'report',
      for_seconds: 7_200,
      text: 'Look at a report at once: a child is the subject.',
    },
  ])
  expect(seen(3)[0]!.text).toBe(
    'Look at a report at once: a child is the subject. 3 reports wait for a decision.',
  )
})

test('the alert rules and the overview call the same reports urgent', () => {
  const urgent = reportCategories.filter(isUrgentCategory).join('|')
  expect(rules).toContain(
    `alert: CairnReportUrgent\n        expr: cairn_reports_waiting{category=~"${urgent}"} > 0\n`,
  )
  expect(rules).toContain(
    `alert: CairnReportsWait\n        expr: cairn_reports_waiting{category!~"${urgent}"} > 0\n`,
  )
})

test('overdue forecasts and overdue notifications are each a need, from their limit on', () => {
  const queue = { waiting: 2, failing: 1, active: 0, dead: 0 }
  const queues = (forecast: number, pushes: number) => [
    { ...queue, name: 'forecast', oldest_seconds: forecast },
    { ...queue, name: 'pushes', oldest_seconds: pushes },
  ]
  expect(listNeeds({ ...calm, queues: queues(forecastLateSeconds, pushLateSeconds) })).toEqual([])
  const needs = listNeeds({ ...calm, queues: queues(forecastLateSeconds + 1, pushLateSeconds + 1) })
  expect(needs.map(({ alert, text, for_seconds }) => [alert, text, for_seconds])).toEqual([
    ['CairnFilmsWait', 'A forecast of a model is due, and no worker takes it.', 901],
    ['CairnPushesFail', '2 notifications wait, and nobody sends them.', 601],
  ])
  for (const { runbook } of needs) expect(runbook).toEqual(expect.any(String))
})
