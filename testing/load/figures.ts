/** The latency of one request. Samples are grouped by `kind`. */
type Sample = { kind: string; startedAt: number; endedAt: number }
type Window = { what: string; from: number; to: number }
/** A request that failed or was answered "try again later". Clients retry it. */
type Setback = { at: number; kind: string; error: string }

/** Latencies and faults seen by the clients. All times are milliseconds since the run began. */
export type Figures = {
  now: () => number
  samples: Sample[]
  /** Each starts with a signal and ends when the process that it ended has been up again for a while. */
  windows: Window[]
  setbacks: Setback[]
  violations: string[]
  counts: Map<string, number>
  count: (what: string, by?: number) => void
  /** Stores a value if it is the largest of its figure so far. */
  longest: (what: string, value: number) => void
  countError: (kind: string, error: string) => void
  /** Reports a violation of an invariant. Only some texts of each sort are stored; the count is always exact. */
  violate: (text: string) => void
  violated: () => number
}

/** Errors stored per kind, so that a frequent error does not hide a rare one. */
const keptOfEach = 10

export function openFigures(): Figures {
  const begun = performance.now()
  const counts = new Map<string, number>()
  const violations: string[] = []
  const sorts = new Map<string, number>()
  let violated = 0
  const add = (map: Map<string, number>, name: string, by: number) => map.set(name, (map.get(name) ?? 0) + by)
  const now = () => performance.now() - begun
  const setbacks: Setback[] = []
  return {
    now,
    samples: [],
    windows: [],
    setbacks,
    counts,
    violations,
    count: (what, by = 1) => void add(counts, what, by),
    longest: (what, value) => void counts.set(what, Math.max(counts.get(what) ?? 0, Math.round(value))),
    countError: (kind, error) => void setbacks.push({ at: now(), kind, error }),
    violate: (text) => {
      violated += 1
      const sort = text.replaceAll(/(?:0x)?[0-9a-f]*\d[0-9a-f]*/gi, '#').slice(0, 60)
      const known = (sorts.get(sort) ?? 0) + 1
      sorts.set(sort, known)
      if (known <= keptOfEach) violations.push(text)
    },
    violated: () => violated,
  }
}

type Latency = { requests: number; p50: number; p95: number; p99: number; longest: number }
export type LatencyRow = { kind: string; steady: Latency; aroundKills: Latency }

/** Percentiles in whole milliseconds by kind, apart for what ran while something was down or had just come back. */
export function latencies({ samples, windows }: Pick<Figures, 'samples' | 'windows'>): LatencyRow[] {
  const isAround = ({ startedAt, endedAt }: Sample) =>
    windows.some(({ from, to }) => startedAt <= to && endedAt >= from)
  const rows = [...Map.groupBy(samples, ({ kind }) => kind)].map(([kind, own]) => rowOf(kind, own, isAround))
  const byKind = rows.sort((a, b) => a.kind.localeCompare(b.kind))
  return [...byKind, rowOf('together', samples, isAround)]
}

function rowOf(kind: string, samples: readonly Sample[], isAround: (sample: Sample) => boolean): LatencyRow {
  const { true: around = [], false: steady = [] } = Object.groupBy(samples, (one) => `${isAround(one)}`)
  return { kind, steady: latencyOf(steady), aroundKills: latencyOf(around) }
}

function latencyOf(samples: readonly Sample[]): Latency {
  const sorted = samples.map(({ startedAt, endedAt }) => endedAt - startedAt).sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return { requests: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
}

/** How often each was met, by what was going on then, and by kind of request: `SIGKILL to a web`, `GET …`. */
export function setbacksBy(
  { setbacks, windows }: Pick<Figures, 'setbacks' | 'windows'>,
  by: 'cause' | 'kind',
): [name: string, count: number][] {
  const causeOf = (at: number) => {
    const causes = windows
      .filter(({ from, to }) => from <= at && at <= to)
      .map(({ what }) => what.replace(/ \d+$/, ''))
    return causes.length === 0 ? 'steady' : [...new Set(causes)].sort().join(' and ')
  }
  const named = Map.groupBy(
    setbacks,
    ({ at, kind, error }) => `${error}; ${by === 'kind' ? kind : causeOf(at)}`,
  )
  return [...named].map(([name, own]): [string, number] => [name, own.length]).sort(([, a], [, b]) => b - a)
}
