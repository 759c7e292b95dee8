import type { BountyState } from '#lib/domain/bounty/bounty'
import { moneyPlaceOf } from '#lib/domain/bounty/money-place'
import { parseUsdc, readableUsdc } from '#lib/domain/money/money'
import { counted } from '#lib/domain/text/counted'
import type { Need, Overview } from '#lib/schemas/operator-overview'
import { hrefOf } from '../subject-link.tsx'
import { durationText, spokenDuration, underHours } from '../time-words.ts'

// The incidents of the overview: their order, their next steps, and the headline above them.

/**
 * `bad`: something needs a person now. `soon`: something needs a person, and nothing is urgent. `unknown`: something could not be
 * checked. It is neither good nor bad, and never shown as good.
 */
export type Tone = 'good' | 'bad' | 'soon' | 'unknown'
export type Headline = { tone: Tone; text: string; detail: string | null }
/** The one button of an incident. */
export type NextStep = { does: 'open'; text: string; href: string } | { does: 'runbook' | 'address' }

/** Urgent incidents first. Among them, and among the others, the most money first, then the oldest. */
export function orderIncidents(needs: readonly Need[]): Need[] {
  const urgency = (need: Need) => Number(isUrgent(need))
  const age = ({ for_seconds }: Need) => for_seconds ?? -1
  return [...needs].sort(
    (a, b) =>
      urgency(b) - urgency(a) ||
      Number(atomicOf(b) - atomicOf(a) > 0n) - Number(atomicOf(a) - atomicOf(b) > 0n) ||
      age(b) - age(a),
  )
}

type Seen = Pick<Overview, 'at' | 'needs' | 'money' | 'networks' | 'bounties'>
/** When the overview was read, and how its reader writes a time within a sentence, and a network. */
export type Reading = {
  secondsAgo: number
  timeText: (iso: string) => string
  nameOf: (network: string) => string
}

/** The page reads the overview every five seconds. One that is older than this is outdated. */
const overviewLateSeconds = 60
/** A worker audits this often, and may follow the chains for a minute before. */
const auditEverySeconds = 300
/** An audit that is older than this is outdated. */
const auditLateSeconds = 420

/** What makes the headline longer is left to the lines of the incidents below it. */
const longestHeadline = 90

/** Says in at most two short sentences if an operator is needed, and how much money that is about; all else is its detail. */
export function headlineOf(seen: Seen, reading: Reading): Headline {
  const { needs, money } = seen
  const stale = staleOf(seen, reading)
  const unread = unreadOf(seen) ?? (stale && `${stale.text} ${stale.detail}`)
  const escrow = escrowOf(seen.networks)
  const now = movedOf(seen)
  if (needs.every(isUnchecked)) {
    if (stale) return { tone: 'unknown', ...stale }
    if (unread !== null) return { tone: 'unknown', text: 'Could not check everything.', detail: unread }
    const detail = coverageText(seen, reading)
    if (now === null)
      return {
        tone: 'good',
        text: `All is well. ${readableUsdc(escrow!)} USDC in escrow, audited ${auditedText(seen, reading)}.`,
        detail,
      }
    return {
      tone: 'good',
      text: `All is well. Bounties have ${readableUsdc(now)} USDC in escrow.`,
      detail: `The last regular audit, ${auditedText(seen, reading)}, is older than the latest changes: it found all money of that time, ${readableUsdc(escrow!)} USDC in escrow. ${detail}`,
    }
  }
  const count = needs.length
  const [differs, waits] = [isAboutDifference, (need: Need) => !isAboutDifference(need)].map((is) =>
    sumOf(needs.filter(is)),
  ) as [bigint, bigint]
  const isBad = needs.some((need) => isUrgent(need) && !isUnchecked(need))
  const when = needs.some(isUrgent) ? '' : ' soon'
  const amounts = [
    ...(waits > 0n ? [`${readableUsdc(waits)} USDC is waiting`] : []),
    ...(differs > 0n ? [`${readableUsdc(differs)} USDC differs`] : []),
  ]
  const asks = `${count === 1 ? 'One thing needs' : `${numberWords[count] ?? count} things need`} you${when}`
  const sums = amounts.length > 0 ? ` ${amounts.join(', ')}.` : ''
  const texts = namesOf(needs).map((names) => `${asks}${names}${sums}`)
  const isSound = money.verdict === 'sound' && escrow !== null
  return {
    tone: isBad ? 'bad' : unread !== null ? 'unknown' : 'soon',
    text: texts.find(({ length }) => length <= longestHeadline) ?? `${asks}.${sums}`,
    detail: unread ?? (isSound ? soundText(seen, reading, { escrow, hasOther: waits + differs > 0n }) : null),
  }
}

/** What the last audit accounted for, and what it has not read. @param audited.escrow what it found in escrow */
function soundText(
  seen: Seen,
  reading: Reading,
  { escrow, hasOther }: { escrow: bigint; hasOther: boolean },
): string {
  const now = movedOf(seen)
  const moved =
    now === null
      ? ''
      : ` Bounties have ${readableUsdc(now)} USDC there now; the changes since are not audited yet.`
  return `The regular audit ${auditedText(seen, reading)} accounted for all ${hasOther ? 'other ' : ''}money: ${readableUsdc(escrow)} USDC in escrow.${moved} ${coverageText(seen, reading)}`
}

/** Up to where the last audit read the chains, and when the next one is due: it has not seen any money that moved later. */
function coverageText(seen: Seen, reading: Reading): string {
  const { networks, money } = seen
  const upTo = networks.flatMap(({ network, money, final_block: final }) => {
    if (!money) return []
    // A quiet chain has no block after it, so nothing can have moved since.
    const isNewest = final !== null && final <= money.block ? ' (no newer block)' : ''
    return [`${reading.nameOf(network)} up to ${reading.timeText(money.block_time)}${isNewest}`]
  })
  const left = money.audited_at ? auditEverySeconds - auditAgeOf(seen, money.audited_at, reading) : 0
  const next = left > 0 ? `is due in about ${spokenDuration(left)}` : 'is due now'
  const covered = upTo.length > 0 ? `It covers the final blocks of ${upTo.join(', ')}. ` : ''
  return `${covered}The next regular audit ${next}.`
}

const auditedText = (seen: Seen, reading: Reading) =>
  seen.money.audited_at ? `${spokenDuration(auditAgeOf(seen, seen.money.audited_at, reading))} ago` : 'never'

/** The headline if the last overview failed to load. @param lastAt the time of the one that is still shown */
export function unreachedHeadline(lastAt: string | null, { timeText }: Pick<Reading, 'timeText'>): Headline {
  const detail = lastAt && `Not checked since ${timeText(lastAt)}. What you see below may be out of date.`
  return { tone: 'unknown', text: 'Could not check just now.', detail }
}

/** The next step of an incident: its page, the address that needs gas, or its runbook. */
export function nextStepOf({ alert, subject, id }: Pick<Need, 'alert' | 'subject' | 'id'>): NextStep {
  if (alert === 'CairnGasLow' && id !== null) return { does: 'address' }
  const text = pageNames[subject]
  if (text === undefined) return { does: 'runbook' }
  return { does: 'open', text, href: hrefOf(subject, id) }
}

/** How long an incident has waited; `null` if that is not known. Only the hour of a report is stored, so its time is an upper limit. */
export function waitingText({
  subject,
  for_seconds: seconds,
}: Pick<Need, 'subject' | 'for_seconds'>): string | null {
  if (subject === 'report') return underHours(seconds ?? 0)
  return seconds === null ? null : durationText(seconds)
}

/** The sum that the escrows of all networks hold, in atomic units; `null` if one of them is unknown. */
export function escrowOf(networks: Overview['networks']): bigint | null {
  return sumOverNetworks(networks, ({ escrow_usdc }) => escrow_usdc)
}

type Checked = NonNullable<Overview['networks'][number]['money']>

function sumOverNetworks(networks: Overview['networks'], read: (money: Checked) => string): bigint | null {
  return networks.reduce<bigint | null>(
    (sum, { money }) => (sum === null || money === null ? null : sum + parseUsdc(read(money))),
    0n,
  )
}

/**
 * What the bounties have in escrow now by their states, in atomic units, if the last check found another sum; `null` if it found the same,
 * or did not find the money sound.
 */
export function movedOf({
  money,
  networks,
  bounties,
}: Pick<Seen, 'money' | 'networks' | 'bounties'>): bigint | null {
  if (money.verdict !== 'sound') return null
  const checked = sumOverNetworks(networks, ({ escrow_ours_usdc }) => escrow_ours_usdc)
  const now = bounties
    .filter(({ state }) => moneyPlaceOf[state as BountyState] === 'escrow')
    .reduce((sum, { usdc }) => sum + parseUsdc(usdc), 0n)
  return checked === null || checked === now ? null : now
}

/** @param now the result of `movedOf` */
export const heldNowText = (now: bigint) =>
  `By their states, bounties have ${readableUsdc(now)} USDC in escrow now.`

export type NeedCount = { count: number; isUrgent: boolean }

/** How many objects on each page of the console need a person, by its address; on the overview, how many incidents there are. */
export function countByPage(needs: readonly Need[]): ReadonlyMap<string, NeedCount> {
  const counts = new Map([['/operator', { count: needs.length, isUrgent: needs.some(isUrgent) }]])
  for (const need of needs) {
    const page = pageOf[need.subject]
    if (page === undefined) continue
    const { count, isUrgent: wasUrgent } = counts.get(page) ?? { count: 0, isUrgent: false }
    counts.set(page, { count: count + need.count, isUrgent: wasUrgent || isUrgent(need) })
  }
  return counts
}

const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  '/operator': ['kind of problem', 'kinds of problems'],
  '/operator/bounties': ['bounty', 'bounties'],
  '/operator/payments': ['payment', 'payments'],
  '/operator/jobs': ['job', 'jobs'],
  '/operator/requests': ['request', 'requests'],
  '/operator/reports': ['report', 'reports'],
}

/** What the number beside a page counts: on the overview incidents, of which one may be about several objects, elsewhere the objects. */
export function countText(page: string, { count, isUrgent }: NeedCount): string {
  const [one, many] = nouns[page] ?? ['problem', 'problems']
  return `${counted(count, one, many)} ${count === 1 ? 'needs' : 'need'} you${isUrgent ? '' : ' soon'}`
}

const pageNames: Partial<Record<Need['subject'], string>> = {
  bounty: 'Open bounty',
  payment: 'Open payment',
  inflow: 'Open payments',
  transaction: 'Open transaction',
  sender_queue: 'Open queue',
  chain: 'Open chains',
  job: 'Open jobs',
  report: 'Open reports',
}
const pageOf: Partial<Record<Need['subject'], string>> = {
  bounty: '/operator/bounties',
  payment: '/operator/payments',
  inflow: '/operator/payments',
  transaction: '/operator/chains',
  sender_queue: '/operator/chains',
  chain: '/operator/chains',
  job: '/operator/jobs',
  request: '/operator/requests',
  report: '/operator/reports',
}
/** How the headline may name the incidents, the most telling first: the only one, both of two, or the most urgent. */
function namesOf(needs: readonly Need[]): string[] {
  const [first, second, ...others] = orderIncidents(needs).map(namedText)
  if (first === undefined) return []
  if (second === undefined) return [`: ${first}`]
  const both = others.length === 0 && first !== second ? [`: ${first.replace(/\.$/, '')}; ${second}`] : []
  return [...both, `, first: ${first}`]
}

/** What an incident is about, in one sentence. */
function namedText({ alert, text }: Need): string {
  if (alert === 'CairnFrozen') return 'the service is frozen.'
  return /^.*?[.:?!](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

export const isUrgent = ({ severity }: Need) => severity === 'page'
const isUnchecked = ({ alert }: Need) => alert === 'CairnMoneyUnchecked'
const isAboutDifference = ({ alert }: Need) => alert === 'CairnMoneyDiffers'
const atomicOf = ({ usdc }: Need) => (usdc === null ? 0n : parseUsdc(usdc))
const sumOf = (needs: readonly Need[]) => needs.reduce((sum, need) => sum + atomicOf(need), 0n)

/** What is too old to be called good. */
function staleOf(seen: Seen, reading: Reading): { text: string; detail: string } | null {
  const since = (iso: string) => `Not checked since ${reading.timeText(iso)}.`
  const { audited_at: auditedAt, verdict } = seen.money
  if (reading.secondsAgo > overviewLateSeconds)
    return {
      text: since(seen.at),
      detail: 'The service has not answered this page since then. What you see below may be out of date.',
    }
  if (auditedAt === null || verdict === 'unchecked') return null
  const seconds = auditAgeOf(seen, auditedAt, reading)
  if (seconds <= auditLateSeconds) return null
  const detail = `The money was last checked ${spokenDuration(seconds)} ago. A worker checks it every 5 minutes.`
  return { text: since(auditedAt), detail }
}

/** The age of the last audit in seconds. Both times come from the service, so it does not depend on the reader's clock. */
function auditAgeOf({ at }: Seen, auditedAt: string, { secondsAgo }: Reading): number {
  return Math.max(0, Math.round((Date.parse(at) - Date.parse(auditedAt)) / 1_000 + secondsAgo))
}

function unreadOf({ money, networks }: Pick<Overview, 'money' | 'networks'>): string | null {
  if (money.verdict === 'unchecked') return `The money could not be checked. ${money.reason ?? ''}`.trim()
  if (escrowOf(networks) === null) return 'What one of the escrows holds could not be read.'
  const keys = networks.flatMap((network) => network.keys).filter(({ balance }) => balance === null).length
  return keys === 0 ? null : `The gas of ${keys === 1 ? 'one key' : `${keys} keys`} could not be read.`
}
