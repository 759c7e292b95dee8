export type Line = { name: string; values: readonly (number | null)[] }

/** Moments further apart than this many steps are too far apart: the time between was not recorded. */
const gapSteps = 2.5

/**
 * Adds moments without values where nothing was recorded: one after the last recorded moment and one before the next, or at `end`. A chart,
 * its slider and its table then show the gap instead of the last value before it.
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

/** Indices of known values, in groups without an unknown one between them. */
export function runsOf(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    if (index > 0 && values[index - 1] !== null && runs.length > 0) runs.at(-1)!.push(index)
    else runs.push([index])
  }
  return runs
}

/** The times between which no line has a value: from a known moment to the next known one, or to the last moment. Before the first known one, nothing is missing. */
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
