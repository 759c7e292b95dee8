export type Line = { name: string; values: readonly (number | null)[] }

/** If two moments are more steps apart than this, the time between them was not recorded. */
const gapSteps = 2.5

/**
 * Adds moments without values to each time in which nothing was recorded: one at its begin, and one at its end or at `end`. Otherwise the
 * chart, its slider and its table would show the last value for all of that time.
 *
 * @param times ascending, in Unix seconds, as `end`
 */
export function withGaps(
  { times, lines }: { times: readonly number[]; lines: readonly Line[] },
  { stepSeconds, end }: { stepSeconds: number; end: number },
): { times: number[]; lines: Line[] } {
  const moments = times.flatMap((time, index): { time: number; from?: number }[] => {
    const next = times[index + 1] ?? end
    if (next - time <= gapSteps * stepSeconds) return [{ time, from: index }]
    const last = index + 1 < times.length ? next - stepSeconds : end
    return [{ time, from: index }, { time: time + stepSeconds }, { time: last }]
  })
  return {
    times: moments.map(({ time }) => time),
    lines: lines.map(({ name, values }) => ({
      name,
      values: moments.map(({ from }) => (from === undefined ? null : (values[from] ?? null))),
    })),
  }
}

/** The indices of known values, in groups of neighbours. */
export function runsOf(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    if (index > 0 && values[index - 1] !== null) runs.at(-1)!.push(index)
    else runs.push([index])
  }
  return runs
}

/** The periods after the first known moment in which no line has a value. Each lasts until the next known moment, or until the last moment. */
export function unrecorded(times: readonly number[], lines: readonly Line[]): [from: number, to: number][] {
  const known = times.flatMap((_, index) =>
    lines.some(({ values }) => values[index] != null) ? [index] : [],
  )
  const bounds = [...new Set([known[0] ?? 0, ...known, times.length - 1])]
  return bounds.slice(1).flatMap((to, nth): [number, number][] => {
    const from = bounds[nth]!
    const isEdge = !known.includes(from) || !known.includes(to)
    return to - from > 1 || isEdge ? [[times[from]!, times[to]!]] : []
  })
}
