'use client'
import { useState } from 'react'
import { Choice } from '#components/ui/choice'
import { type HistoryRange, historyRanges, type History as Shown } from '#lib/schemas/operator-history'
import type { Overview } from '#lib/schemas/operator-overview'
import { readable } from '../amount.tsx'
import { Asked } from '../asked.tsx'
import { stateText } from '../bounties/bounty-words.ts'
import { Facts } from '../facts.tsx'
import { Time, useClockText } from '../time-format.tsx'
import { spokenDuration } from '../time-words.ts'
import { useNetworkName } from '../use-operator.ts'
import { type Line, withGaps } from './gaps.ts'
import { heldNowText, movedOf } from './incidents.ts'
import { LineChart } from './line-chart.tsx'
import { useHistory, useOverview } from './use-overview.ts'

type Point = Shown['networks'][number]['points'][number]
type Now = Pick<Overview, 'at' | 'money' | 'networks' | 'bounties'>

const statesOnTheWay = ['paid', 'creating', 'open', 'accepting', 'cancelling', 'expired'] as const
const rangeTexts = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '1y': 'a year',
} as const satisfies Record<HistoryRange, string>
const sampleSeconds = 300
/** A sample that is older is late. */
const lateSeconds = 3 * sampleSeconds
/** The shortest time that a chart shows, so that its axis has times minutes apart. */
const minSpanSeconds = 600
const money = (value: number) =>
  value.toLocaleString('en', {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  })
const plain = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })

/** The history of money held, bounties in progress, payments and transactions. */
export function History() {
  const [range, setRange] = useState<HistoryRange>('24h')
  const history = useHistory(range)
  const { data: now } = useOverview()
  const since = history.data && recordedSince(history.data)
  return (
    <section aria-labelledby="history" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="history" className="text-lg">
          Over time
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {since && (
            <p className="text-sm text-soft">
              Recorded since <Time within iso={since} />
            </p>
          )}
          <Choice
            label="How far back"
            value={range}
            onChange={setRange}
            options={historyRanges.map((value) => ({ value, text: value }))}
          />
        </div>
      </div>
      <Asked query={history}>{(shown) => <Charts shown={shown} now={now} range={range} />}</Asked>
    </section>
  )
}

function Charts({ shown, now, range }: { shown: Shown; now: Now | undefined; range: HistoryRange }) {
  const nameOf = useNetworkName()
  const timeText = useClockText()
  const charts = arrange(shown, nameOf, now)
  if (shown.sampled_at === null)
    return (
      <p className="text-soft">
        No figures for this time yet. A worker records them every five minutes, from half a minute after it
        starts.
      </p>
    )
  const moved = now ? movedOf(now) : null
  const { from, to } = charts
  const isLate = to - seconds(shown.sampled_at) > lateSeconds
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
      <p className="max-w-[75ch] text-sm text-soft lg:col-span-2">
        Recorded until {timeText(shown.sampled_at)}, every five minutes
        {shown.step_seconds > sampleSeconds &&
          `; here is the last value of every ${spokenDuration(shown.step_seconds)}`}
        . {isLate && 'No figures were recorded since: is a worker running? '}
        {now &&
          'The separate points at the end are the present numbers of bounties and transactions, and the money at the last audit.'}
      </p>
      <div className="lg:col-span-2">
        <Facts
          className="flex flex-wrap gap-x-12 gap-y-4 tabular-nums"
          of={shown.networks.map(({ network, earned_usdc: earned }) => [
            `Earned in ${rangeTexts[range]} from queries on ${nameOf(network)}`,
            `${readable(earned)} USDC`,
          ])}
        />
      </div>
      <LineChart
        title="Money held"
        unit="USDC, by the last audit"
        note={moved === null ? undefined : `Money has moved since the last audit. ${heldNowText(moved)}`}
        {...{ from, to, ...charts.money, format: money }}
      />
      <LineChart
        title="Bounties by state"
        unit="not ended"
        {...{ from, to, ...charts.bounties, format: plain }}
      />
      <LineChart
        title="Payments settled"
        unit={charts.paymentUnit}
        note="A payment appears with the next sample, after five minutes at most and one more to settle."
        {...{ from, to, ...charts.payments, format: plain }}
      />
      <LineChart
        title="Transactions"
        unit="not final"
        {...{ from, to, ...charts.transactions, format: plain }}
      />
    </div>
  )
}

/**
 * The points of all networks as lines, each at the end of its interval. A network without a point there has `null`, and so has the time in
 * which nothing was recorded (`withGaps`).
 *
 * The sample of an interval that is not over says nothing about its end, so `now` is shown there where it is known: the present number of
 * bounties and transactions, and the money at the time of the last audit.
 */
export function arrange(
  { networks, from, to, step_seconds }: Shown,
  nameOf: (network: string) => string,
  now?: Now,
) {
  const end = Math.max(seconds(to), now ? seconds(now.at) : 0)
  // What a point holds was found within its interval, so it was true by the end of the interval, and not at its start.
  const timeOf = ({ at }: Point) => Math.min(seconds(at) + step_seconds, end)
  const times = [...new Set(networks.flatMap(({ points }) => points.map(timeOf)))].sort((a, b) => a - b)
  const perNetwork = (name: string, read: (point: Point) => number | null): Line[] =>
    networks.map(({ network, points }) => {
      const known = new Map(points.map((point) => [timeOf(point), read(point)]))
      const label = name === '' ? nameOf(network) : `${nameOf(network)}, ${name}`
      return { name: label, values: times.map((time) => known.get(time) ?? null) }
    })
  const past = times.filter((time) => time < end)
  const gapsOf = (chart: { times: readonly number[]; lines: readonly Line[] }) =>
    withGaps(chart, { stepSeconds: step_seconds, end })
  const endingWith = (time: number | null, lines: readonly Line[], values: readonly (number | null)[]) => {
    if (!now) return { ...gapsOf({ times, lines }), endsNow: false }
    const isNewer = time !== null && time > (past.at(-1) ?? 0)
    const chart = gapsOf({
      times: isNewer ? [...past, time] : past,
      lines: lines.map((line, nth) => ({
        ...line,
        values: [...line.values.slice(0, past.length), ...(isNewer ? [values[nth] ?? null] : [])],
      })),
    })
    return { ...chart, endsNow: isNewer }
  }
  const inNow = <Value,>(read: (network: Now['networks'][number]) => Value) =>
    networks.map(({ network }) => {
      const one = now?.networks.find((each) => each.network === network)
      return one ? read(one) : null
    })
  const inAll = statesOnTheWay.map((state): Line => {
    const lines = perNetwork('', ({ bounties }) => bounties[state] ?? 0)
    return {
      name: stateText(state),
      values: times.map((_, at) => sumOf(lines.map(({ values }) => values[at] ?? null))),
    }
  })
  const auditedAt = now?.money.audited_at ? Math.min(seconds(now.money.audited_at), end) : null
  return {
    // From the first point on, because an empty period before it would compress the curve, but never less than `minSpanSeconds`.
    from: Math.max(seconds(from), Math.min((times[0] ?? 0) - 1, end - minSpanSeconds)),
    to: end,
    bounties: endingWith(
      end,
      inAll,
      statesOnTheWay.map((state) => now?.bounties.find((one) => one.state === state)?.count ?? 0),
    ),
    money: endingWith(
      auditedAt,
      [
        ...perNetwork('in escrow', ({ escrow_usdc }) => amount(escrow_usdc)),
        ...perNetwork('in transit', ({ in_flight_usdc }) => amount(in_flight_usdc)),
      ],
      [
        ...inNow(({ money }) => amount(money?.escrow_usdc)),
        ...inNow(({ money }) => amount(money?.in_flight_usdc)),
      ],
    ),
    paymentUnit: step_seconds < 3_600 ? 'in the hour before' : 'an hour, on average',
    payments: gapsOf({ times, lines: perNetwork('', ({ payments_per_hour }) => payments_per_hour) }),
    transactions: endingWith(
      end,
      perNetwork('', ({ transactions }) => transactions),
      inNow(({ keys }) => keys.reduce((sum, key) => sum + key.transactions, 0)),
    ),
  }
}

/**
 * When the first sample of a range was taken, ISO 8601; `undefined` if the range has none, or begins with it. In a range whose points are
 * further apart than samples, it is the start of the first point's interval.
 */
export function recordedSince({ networks, from, step_seconds: step }: Shown): string | undefined {
  const starts = networks.flatMap(({ points }) => points.map(({ at }) => seconds(at)))
  const first = Math.min(...starts)
  if (starts.length === 0 || first - seconds(from) <= step) return undefined
  return new Date((first + (step > sampleSeconds ? 0 : step)) * 1_000).toISOString()
}

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1_000)
const amount = (text: string | null | undefined) => (text == null ? null : Number(text))

/** The sum is unknown if one network is unknown. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}
