import { type Figures, latencies, setbacksBy } from '#testing/load/figures'
import type { Watch } from '#testing/load/watch'

export type UsageRow = { process: string; lives: number; rssMb: string; mostMb: number; mostFiles: number }

/** Memory of each process in the four quarters of its longest run, and its maximum of memory and open files. */
export function usageRows({ usage }: Watch): UsageRow[] {
  return [...usage].map(([name, lives]) => {
    const longest = lives.toSorted((a, b) => b.length - a.length)[0] ?? []
    const quarter = Math.max(1, Math.floor(longest.length / 4))
    const mean = (part: readonly { rssMb: number }[]) =>
      Math.round(part.reduce((sum, { rssMb }) => sum + rssMb, 0) / Math.max(1, part.length))
    const all = lives.flat()
    return {
      process: name,
      lives: lives.length,
      rssMb: [0, 1, 2, 3].map((at) => mean(longest.slice(at * quarter, (at + 1) * quarter))).join(' → '),
      mostMb: Math.round(Math.max(0, ...all.map(({ rssMb }) => rssMb))),
      mostFiles: Math.max(0, ...all.map(({ files }) => files)),
    }
  })
}

/** Everything that was found, for people. */
export function report(args: {
  figures: Figures
  watch: Watch
  seconds: number
  quietSeconds: number | undefined
}): string {
  const { figures, watch, seconds, quietSeconds } = args
  const { samples, violations } = figures
  const lines: string[] = ['']
  const row = (name: string, ...cells: (string | number)[]) =>
    lines.push(name.padEnd(46) + cells.map((cell) => String(cell).padStart(9)).join(''))
  row('latency, ms', 'steady', 'p50', 'p95', 'p99', 'most', 'at kills', 'p50', 'p95', 'p99', 'most')
  for (const { kind, steady, aroundKills } of latencies(figures))
    row(
      kind,
      ...[steady, aroundKills].flatMap((part) => [part.requests, part.p50, part.p95, part.p99, part.longest]),
    )
  lines.push('')
  row('what clients asked again for', 'times')
  for (const by of ['cause', 'kind'] as const) {
    for (const [name, count] of setbacksBy(figures, by)) row(`  ${name}`, count)
    lines.push('')
  }
  row('process', 'lives', 'most MB', 'files')
  for (const { process, lives, rssMb, mostMb, mostFiles } of usageRows(watch)) {
    row(process, lives, mostMb, mostFiles)
    lines.push(`  MB by quarters of the longest life: ${rssMb}`)
  }
  row('database connections, at most', Math.max(0, ...watch.databaseConnections))
  lines.push('')
  for (const [name, count] of [...figures.counts].sort()) row(name, count)
  row('answers a second', (samples.length / seconds).toFixed(1))
  row('quiet after', quietSeconds === undefined ? 'never' : `${quietSeconds.toFixed(1)} s`)
  row('violations', figures.violated())
  for (const violation of violations.slice(0, 50)) lines.push(`VIOLATION ${violation}`)
  return `${lines.join('\n')}\n\n`
}
