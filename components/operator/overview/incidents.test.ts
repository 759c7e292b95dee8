import { expect, test } from 'vitest'
import type { Need, Overview } from '#lib/schemas/operator-overview'
import {
  countByPage,
  countText,
  headlineOf,
  movedOf,
  nextStepOf,
  orderIncidents,
  unreachedHeadline,
  waitingText,
} from './incidents.ts'

const nameOf = (network: string) => ({ 'eip155:8453': 'Base', 'eip155:5042': 'Arc' })[network] ?? network
/** Just read, as a page in UTC shows it. */
const read = { secondsAgo: 0, timeText: (iso: string) => iso.slice(11, 16), nameOf }
const at = (time: string) => `2026-03-04T${time}Z`
const need = (of: Partial<Need>): Need => ({
  ...{
    alert: 'CairnBountyStuck',
    severity: 'page',
    runbook: 'Look.',
    text: 'It is stuck.',
    subject: 'bounty',
  },
  id: null,
  count: 1,
  for_seconds: null,
  usdc: null,
  ...of,
})
const money: Overview['money'] = {
  verdict: 'sound',
  reason: null,
  audited_at: at('12:00:00'),
  audited_by: 'worker',
  same_since: null,
  findings: [],
}
const network = (
  escrow: string | null,
  balance: string | null = '1',
  blockTime = at('11:59:50'),
  id = 'eip155:8453',
  final: number | null = 40,
) =>
  ({
    network: id,
    final_block: final,
    ...{
      money: escrow && { escrow_usdc: escrow, escrow_ours_usdc: escrow, block: 30, block_time: blockTime },
      keys: [{ balance }],
    },
  }) as Overview['networks'][number]
const inState = (state: string, usdc: string) => ({ state, count: 1, usdc, oldest_seconds: 1, late: 0 })
const calm = {
  ...{
    at: at('12:00:40'),
    needs: [],
    money,
    networks: [
      network('4000.00', '1', at('11:42:00')),
      network('210.00', '1', at('11:59:50'), 'eip155:5042'),
    ],
  },
  bounties: [inState('open', '4200.00'), inState('expired', '10.00'), inState('accepted', '70.00')],
}

const coverage =
  'It covers the final blocks of Base up to 11:42, Arc up to 11:59. The next regular audit is due in about 4 minutes.'

test('the headline is green if nothing needs a person, with the money, what the audit covered and when the next is due', () => {
  expect(headlineOf(calm, read)).toEqual({
    tone: 'good',
    text: 'All is well. 4,210 USDC in escrow, audited 40 seconds ago.',
    detail: coverage,
  })
})

test('a network that has no block after the audited one is said to have none', () => {
  const quiet = (final: number | null) =>
    headlineOf({ ...calm, networks: [network('1.00', '1', at('11:42:00'), 'eip155:8453', final)] }, read)
  expect(quiet(30).detail).toContain('Base up to 11:42 (no newer block). The next')
  for (const final of [31, null]) expect(quiet(final).detail).not.toContain('newer')
})

test('the headline names the only thing that needs a person, a frozen service in its own words', () => {
  const textOf = (of: Partial<Need>) => headlineOf({ ...calm, needs: [need(of)] }, read).text
  expect(textOf({ text: 'The relayer key is frozen on Base. No payment is accepted.' })).toBe(
    'One thing needs you: The relayer key is frozen on Base.',
  )
  expect(textOf({ text: 'The anchor key runs out of gas on Arc: enough for 3 transactions.' })).toBe(
    'One thing needs you: The anchor key runs out of gas on Arc.',
  )
  expect(textOf({ alert: 'CairnFrozen', subject: 'service', text: 'Nothing is sold.' })).toBe(
    'One thing needs you: the service is frozen.',
  )
})

test('the headline names both of two incidents, or else the most urgent, where there is room', () => {
  const textOf = (needs: Need[]) => headlineOf({ ...calm, needs }, read).text
  const report = need({
    alert: 'CairnReportsWait',
    severity: 'ticket',
    subject: 'report',
    text: '1 report waits for a decision. Most serious: spam or fraud.',
  })
  const frozen = need({
    alert: 'CairnSenderQueueFrozen',
    text: 'The relayer key is frozen on Base. Nothing.',
  })
  expect(textOf([report, frozen])).toBe(
    'Two things need you: The relayer key is frozen on Base; 1 report waits for a decision.',
  )
  expect(textOf([report, frozen, report])).toBe(
    'Three things need you, first: The relayer key is frozen on Base.',
  )
  const long = need({
    text: 'The bounty “A slow walk around the whole square, by day” is stuck in accepting.',
  })
  expect(textOf([long, report])).toBe('Two things need you.')
})

test('the headline has at most two short sentences, whatever is wrong', () => {
  const long = need({
    text: 'The bounty “A slow walk around the whole square, by day” is stuck in accepting.',
    usdc: '120.00',
  })
  const differs = need({ alert: 'CairnMoneyDiffers', subject: 'money', usdc: '3.50' })
  const many = Array.from({ length: 9 }, () => long)
  const named = need({ text: 'The relayer key is frozen on Base. No payment is accepted.', usdc: '1.00' })
  const bounties = [inState('open', '4710.00')]
  expect(headlineOf({ ...calm, needs: [long] }, read).text).toBe('One thing needs you. 120 USDC is waiting.')
  const texts = [
    ...[[], [long], [named], [differs], [long, differs], [...many, differs]].map(
      (needs) => headlineOf({ ...calm, needs }, read).text,
    ),
    headlineOf({ ...calm, bounties }, read).text,
    headlineOf({ ...calm, networks: [network(null)] }, read).text,
    unreachedHeadline(null, read).text,
  ]
  for (const text of texts) {
    expect(text.split(/(?<=\.) /).length).toBeLessThanOrEqual(2)
    expect(text.length).toBeLessThanOrEqual(90)
  }
})

test('the headline is red if something needs a person, and sums the money that waits', () => {
  const needs = [need({ usdc: '120.00' }), need({ alert: 'CairnGasLow', subject: 'sender_queue' })]
  expect(headlineOf({ ...calm, needs }, read)).toEqual({
    tone: 'bad',
    text: 'Two things need you, first: It is stuck. 120 USDC is waiting.',
    detail: `The regular audit 40 seconds ago accounted for all other money: 4,210 USDC in escrow. ${coverage}`,
  })
  const report = need({ alert: 'CairnReportsWait', subject: 'report' })
  expect(headlineOf({ ...calm, needs: [report] }, read)).toMatchObject({
    detail: `The regular audit 40 seconds ago accounted for all money: 4,210 USDC in escrow. ${coverage}`,
  })
  const [only] = needs
  const differs = need({ alert: 'CairnMoneyDiffers', subject: 'money', usdc: '3.50' })
  expect(headlineOf({ ...calm, needs: [only!, differs] }, read).text).toBe(
    'Two things need you, first: It is stuck. 120 USDC is waiting, 3.50 USDC differs.',
  )
})

test('the headline has what bounties hold now, and says apart what the last audit found', () => {
  const bounties = [inState('open', '4710.00'), inState('cancelled', '60.00')]
  expect(headlineOf({ ...calm, bounties }, read)).toMatchObject({
    text: 'All is well. Bounties have 4,710 USDC in escrow.',
    detail: `The last regular audit, 40 seconds ago, is older than the latest changes: it found all money of that time, 4,210 USDC in escrow. ${coverage}`,
  })
  const report = need({ alert: 'CairnReportsWait', severity: 'ticket', subject: 'report' })
  expect(headlineOf({ ...calm, bounties, needs: [report] }, read).detail).toBe(
    `The regular audit 40 seconds ago accounted for all money: 4,210 USDC in escrow. Bounties have 4,710 USDC there now; the changes since are not audited yet. ${coverage}`,
  )
  const unchecked: Overview['money'] = { ...money, verdict: 'unchecked' }
  expect(movedOf({ ...calm, bounties })).toBe(4_710_000_000n)
  expect(movedOf({ ...calm, bounties, money: unchecked })).toBeNull()
  expect(movedOf({ ...calm, bounties, networks: [network(null)] })).toBeNull()
  expect(movedOf(calm)).toBeNull()
})

test('a failed check is never shown as good', () => {
  const unchecked: Overview['money'] = { ...money, verdict: 'unchecked', reason: 'Base does not answer.' }
  const line = need({ alert: 'CairnMoneyUnchecked', subject: 'money' })
  const tones = [
    headlineOf({ ...calm, money: unchecked, needs: [line] }, read),
    headlineOf({ ...calm, money: unchecked }, read),
    headlineOf({ ...calm, networks: [network(null)] }, read),
    headlineOf({ ...calm, networks: [network('1.00', null)] }, read),
    unreachedHeadline(null, read),
    unreachedHeadline(at('12:00:40'), read),
  ].map(({ tone }) => tone)
  expect(tones).toEqual(tones.map(() => 'unknown'))
  const both = headlineOf({ ...calm, money: unchecked, needs: [line, need({})] }, read)
  expect(both).toMatchObject({ tone: 'bad', detail: expect.stringContaining('Base does not answer.') })
  expect(both.detail).not.toContain('accounted for')
})

test('a check of the money that is overdue is not shown as good', () => {
  const seenAt = (time: string) => headlineOf({ ...calm, at: at(time) }, read)
  expect(seenAt('12:04:50')).toMatchObject({
    tone: 'good',
    text: 'All is well. 4,210 USDC in escrow, audited 4 minutes ago.',
    detail:
      'It covers the final blocks of Base up to 11:42, Arc up to 11:59. The next regular audit is due in about 10 seconds.',
  })
  expect(seenAt('12:05:30').detail).toContain('The next regular audit is due now.')
  expect(seenAt('12:07:01')).toEqual({
    tone: 'unknown',
    text: 'Not checked since 12:00.',
    detail: 'The money was last checked 7 minutes ago. A worker checks it every 5 minutes.',
  })
  const report = need({ alert: 'CairnReportsWait', severity: 'ticket', subject: 'report' })
  expect(headlineOf({ ...calm, at: at('12:07:01'), needs: [report] }, read)).toEqual({
    tone: 'unknown',
    text: 'One thing needs you soon: It is stuck.',
    detail:
      'Not checked since 12:00. The money was last checked 7 minutes ago. A worker checks it every 5 minutes.',
  })
})

test('an overview that is not read any more is not shown as good', () => {
  expect(headlineOf(calm, { ...read, secondsAgo: 60 })).toMatchObject({
    tone: 'good',
    text: expect.stringContaining('audited 1 minute ago'),
  })
  const late = { ...read, secondsAgo: 61 }
  expect(headlineOf(calm, late)).toEqual({
    tone: 'unknown',
    text: 'Not checked since 12:00.',
    detail: 'The service has not answered this page since then. What you see below may be out of date.',
  })
  expect(headlineOf({ ...calm, needs: [need({})] }, late)).toMatchObject({
    ...{
      tone: 'bad',
      detail: expect.stringMatching(/^Not checked since 12:00\. The service has not answered/),
    },
  })
  expect(unreachedHeadline(at('12:00:40'), read).detail).toContain('Not checked since 12:00.')
})

test('a report has waited for less than the next full hour, because only its hour is stored', () => {
  const report = (for_seconds: number | null) => waitingText({ subject: 'report', for_seconds })
  expect([report(null), report(3_600), report(26 * 3_600)]).toEqual(['under 1 h', 'under 2 h', '1 d'])
  expect(waitingText({ subject: 'bounty', for_seconds: 420 })).toBe('7 min')
  expect(waitingText({ subject: 'bounty', for_seconds: null })).toBeNull()
})

test('the headline is amber if nothing of it is urgent', () => {
  const report = need({ alert: 'CairnReportsWait', severity: 'ticket', subject: 'report' })
  expect(headlineOf({ ...calm, needs: [report] }, read)).toMatchObject({
    tone: 'soon',
    text: 'One thing needs you soon: It is stuck.',
  })
  expect(headlineOf({ ...calm, needs: [report, need({})] }, read)).toMatchObject({
    tone: 'bad',
    text: 'Two things need you, first: It is stuck.',
  })
  expect(headlineOf({ ...calm, networks: [network(null)], needs: [report] }, read)).toMatchObject({
    tone: 'unknown',
    text: 'One thing needs you soon: It is stuck.',
    detail: 'What one of the escrows holds could not be read.',
  })
})

test('incidents are ordered by urgency, then money, then age', () => {
  const ids = [
    need({ id: 'ticket', severity: 'ticket', for_seconds: 9_000 }),
    need({ id: 'ticket with money', severity: 'ticket', usdc: '500.00' }),
    need({ id: 'young', for_seconds: 10 }),
    need({ id: 'little', usdc: '9.00', for_seconds: 5_000 }),
    need({ id: 'old', for_seconds: 600 }),
    need({ id: 'much', usdc: '120.00', for_seconds: 1 }),
    need({ id: 'ageless' }),
  ]
  expect(orderIncidents(ids).map(({ id }) => id)).toEqual([
    ...['much', 'little', 'old', 'young', 'ageless', 'ticket with money', 'ticket'],
  ])
})

test('each incident has one next step', () => {
  expect(nextStepOf(need({ id: 'bty_1' }))).toEqual({
    does: 'open',
    text: 'Open bounty',
    href: '/operator/bounties/bty_1',
  })
  expect(nextStepOf(need({ alert: 'CairnGasLow', subject: 'sender_queue', id: 'eip155:1:0xaa' }))).toEqual({
    does: 'address',
  })
  expect(nextStepOf(need({ alert: 'CairnReportsWait', subject: 'report' }))).toEqual({
    does: 'open',
    text: 'Open reports',
    href: '/operator/reports',
  })
  const queue = { alert: 'CairnSenderQueueFrozen', subject: 'sender_queue', id: 'eip155:1:0xAA' } as const
  expect(nextStepOf(need(queue))).toEqual({
    does: 'open',
    text: 'Open queue',
    href: '/operator/chains#queue-eip155-1-0xaa',
  })
  expect(nextStepOf(need({ subject: 'worker' }))).toEqual({ does: 'runbook' })
})

test('the navigation counts the objects that need a person by page, with the urgency of the most urgent, and the overview its incidents', () => {
  const counts = countByPage([
    need({}),
    need({ subject: 'chain' }),
    need({ subject: 'sender_queue', severity: 'ticket' }),
    need({ subject: 'report', severity: 'ticket', count: 3 }),
    need({ subject: 'worker' }),
  ])
  expect(Object.fromEntries(counts)).toEqual({
    '/operator': { count: 5, isUrgent: true },
    '/operator/bounties': { count: 1, isUrgent: true },
    '/operator/chains': { count: 2, isUrgent: true },
    '/operator/reports': { count: 3, isUrgent: false },
  })
})

test('a number beside a page says what it counts, so that two reports may be one kind of problem', () => {
  const needs = [need({ subject: 'report', severity: 'ticket', count: 2 })]
  const said = [...countByPage(needs)].map(([page, count]) => countText(page, count))
  expect(said).toEqual(['1 kind of problem needs you soon', '2 reports need you soon'])
  expect(countText('/operator/chains', { count: 2, isUrgent: true })).toBe('2 problems need you')
})
