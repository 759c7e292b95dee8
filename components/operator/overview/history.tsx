'use client'
import { useMemo, useState } from 'react'
import { Choice } from '#components/ui/choice'
import { type HistoryRange, historyRanges, type History as Shown } from '#lib/schemas/operator-history'
import { Asked } from '../asked.tsx'
import { stateText } from '../bounties/bounty-words.ts'
import { useOperator } from '../use-operator.ts'
import type { Line } from './drawing.tsx'
import { LineChart } from './line-chart.tsx'
import { useHistory } from './use-overview.ts'

type Point = Shown['networks'][number]['points'][number]

const statesOnTheWay = ['paid', 'creating', 'open', 'accepting', 'cancelling', 'expired'] as const
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
  return (
    <section aria-labelledby="history" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="history" className="text-lg">
          Over time
        </h2>
        <Choice
          label="How far back"
          value={range}
          onChange={setRange}
          options={historyRanges.map((value) => ({ value, text: value }))}
        />
      </div>
      <Asked query={history}>{(shown) => <Charts shown={shown} />}</Asked>
    </section>
  )
}

function Charts({ shown }: { shown: Shown }) {
  const { networks } = useOperator()
  const charts = useMemo(
    () => arrange(shown, (id) => networks.find(({ network }) => network === id)?.name ?? id),
    [shown, networks],
  )
  if (charts.times.length === 0)
    return (
      <p className="text-soft">
        No figures for this time yet. A worker records them every five minutes, from half a minute after it
        starts.
      </p>
    )
  const { times, from, to } = charts
  const frame = { times, from, to }
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
      <p className="text-sm text-soft lg:col-span-2">Each value is the last one recorded before its time.</p>
      <LineChart
        title="Money held"
        unit="USDC, by the last audit"
        {...frame}
        lines={charts.money}
        format={money}
      />
      <LineChart
        title="Bounties by state"
        unit="not ended"
        {...frame}
        lines={charts.bounties}
        format={plain}
      />
      <LineChart
        title="Payments settled"
        unit={charts.paymentUnit}
        {...frame}
        lines={charts.payments}
        format={plain}
      />
      <LineChart
        title="Transactions"
        unit="not final"
        {...frame}
        lines={charts.transactions}
        format={plain}
      />
    </div>
  )
}

/** Points of all networks on one time axis, each at the end of its interval. A network without a point there has `null`. */
export function arrange({ networks, from, to, step_seconds }: Shown, nameOf: (network: string) => string) {
  const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1_000)
  const end = seconds(to)
  // What a point holds was found within its interval, so it was true by the end of the interval, and not at its start.
  const timeOf = ({ at }: Point) => Math.min(seconds(at) + step_seconds, end)
  const times = [...new Set(networks.flatMap(({ points }) => points.map(timeOf)))].sort((a, b) => a - b)
  const perNetwork = (name: string, read: (point: Point) => number | null): Line[] =>
    networks.map(({ network, points }) => {
      const known = new Map(points.map((point) => [timeOf(point), read(point)]))
      const label = name === '' ? nameOf(network) : `${nameOf(network)}, ${name}`
      return { name: label, values: times.map((time) => known.get(time) ?? null) }
    })
  const amount = (text: string | null) => (text === null ? null : Number(text))
  const inAll = statesOnTheWay.map((state): Line => {
    const lines = perNetwork('', ({ bounties }) => bounties[state] ?? 0)
    return {
      name: stateText(state),
      values: times.map((_, at) => sumOf(lines.map(({ values }) => values[at] ?? null))),
    }
  })
  return {
    // From the first point on, because an empty period before it would compress the curve, but never less than `minSpanSeconds`.
    from: Math.max(seconds(from), Math.min((times[0] ?? 0) - 1, end - minSpanSeconds)),
    ...{ times, to: end, bounties: inAll },
    money: [
      ...perNetwork('in escrow', ({ escrow_usdc }) => amount(escrow_usdc)),
      ...perNetwork('in transit', ({ in_flight_usdc }) => amount(in_flight_usdc)),
    ],
    paymentUnit: step_seconds < 3_600 ? 'in the hour before' : 'an hour, on average',
    payments: perNetwork('', ({ payments_per_hour }) => payments_per_hour),
    transactions: perNetwork('', ({ transactions }) => transactions),
  }
}

/** The sum is unknown if one network is unknown. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}
