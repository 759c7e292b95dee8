import { noteFigure } from '../note-figure.ts'
import { type Cost, percentile } from './measure.ts'
import type { OursResult } from './ours.ts'
import { type PeerResult, peerTimeoutMs } from './peer.ts'
import { type BenchQuery, queryClasses } from './workload.ts'

/** Classes of queries that are slow with bounding boxes. The target, 20 times faster than the peer, applies to them. */
const hostile: readonly string[] = [
  'hot cell',
  'one hour, past',
  'wide, few',
  'sliver',
  'polar',
  'burst cell',
]

export function printGrowth(sizes: { rows: number; results: OursResult[] }[]): void {
  print('\n### Growth, ours\n')
  print(
    '| rows | execution p50 / p99 / max ms | backend CPU p50 / p99 ms | client p50 / p99 ms | whole verb p50 / p99 ms | pages p50 / p99 |',
  )
  print('|---|---|---|---|---|---|')
  for (const { rows, results } of sizes) {
    print(
      `| ${rows.toLocaleString('en')} | ${spread(results, 'executionMs', [0.5, 0.99, 1])} | ${spread(results, 'cpuMs', [0.5, 0.99])} | ${spread(results, 'wallMs', [0.5, 0.99])} | ${spread(results, 'verbMs', [0.5, 0.99])} | ${spread(results, 'buffers', [0.5, 0.99], 0)} |`,
    )
  }
  const [small, large] = [sizes[0]!, sizes.at(-1)!]
  const p99 = (results: OursResult[], key: keyof Cost) => percentile(numbers(results, key), 0.99)
  const growth = (key: keyof Cost) => (p99(large.results, key) / p99(small.results, key)).toFixed(2)
  noteFigure({
    name: `spatial query, growth of the p99 from ${small.rows} to ${large.rows} rows`,
    value: Number(growth('executionMs')),
    better: 'lower',
  })
  print(
    `\nGrowth of the p99: execution ${growth('executionMs')}×, CPU ${growth('cpuMs')}×, pages ${growth('buffers')}×.`,
  )
}

export function printComparison(
  queries: readonly BenchQuery[],
  ours: readonly OursResult[],
  peer: readonly PeerResult[],
  indexes: string,
): void {
  print(`\n### Ours beside bounding boxes (${indexes}; ${peerTimeoutMs / 1000} s timeout)\n`)
  print(
    '| class | n | ours ms p50 / p99 / max | ours CPU p50 / p99 | ours pages p50 / max | peer ms p50 / p99 / max | peer CPU p50 / p99 | peer pages p50 / max | ratio p50 / p99 | peer as written ms p50 / p99 | timeouts | ratio p50 / p99 |',
  )
  print('|---|---|---|---|---|---|---|---|---|---|---|---|')
  for (const name of Object.keys(queryClasses)) line(name, (query) => query.name === name)
  line('**hostile**', (query) => hostile.includes(query.name))
  line('**all**', () => true)
  print(
    '\nOurs is timed as the client sees it, like the peer. Ratios count a timeout as the timeout, so they are lower bounds there.',
  )
  print(agreement(queries, ours, peer))

  noteFigure({
    name: `spatial query, ${ours.length} queries, p99, times as fast as the better plan of the peer`,
    value: percentile(numbers(peer, 'wallMs'), 0.99) / percentile(numbers(ours, 'wallMs'), 0.99),
    better: 'higher',
  })

  function line(title: string, keep: (query: BenchQuery) => boolean): void {
    const mine = ours.filter((_, index) => keep(queries[index]!))
    const theirs = peer.filter((_, index) => keep(queries[index]!))
    const asWritten = theirs.map((result) => result.asWritten)
    const ratios = (slower: readonly Cost[]) =>
      [0.5, 0.99]
        .map(
          (share) =>
            percentile(numbers(slower, 'wallMs'), share) / percentile(numbers(mine, 'wallMs'), share),
        )
        .map((ratio) => `${ratio.toFixed(1)}×`)
        .join(' / ')
    const cells = [
      title,
      mine.length,
      spread(mine, 'wallMs', [0.5, 0.99, 1]),
      spread(mine, 'cpuMs', [0.5, 0.99]),
      spread(mine, 'buffers', [0.5, 1], 0),
      spread(theirs, 'wallMs', [0.5, 0.99, 1]),
      spread(theirs, 'cpuMs', [0.5, 0.99]),
      spread(theirs, 'buffers', [0.5, 1], 0),
      ratios(theirs),
      spread(asWritten, 'wallMs', [0.5, 0.99]),
      asWritten.filter((result) => result.timedOut).length,
      ratios(asWritten),
    ]
    print(`| ${cells.join(' | ')} |`)
  }
}

/** @throws Error if the answers to the same question differ */
function agreement(
  queries: readonly BenchQuery[],
  ours: readonly OursResult[],
  peer: readonly PeerResult[],
): string {
  let same = 0
  queries.forEach(({ name, sameQuestion }, index) => {
    const theirs = peer[index]!.ids
    if (!sameQuestion || !theirs) return
    if (theirs.join() !== ours[index]!.ids.join())
      throw new Error(`query ${index} (${name}): the answers differ`)
    same++
  })
  return `Both gave the same observations in the same order to all ${same} queries that ask them the same and that the peer answered in time.`
}

function spread(
  results: readonly object[],
  key: string,
  shares: readonly number[],
  decimals?: number,
): string {
  const values = numbers(results, key)
  return shares
    .map((share) => (values.length === 0 ? '–' : short(percentile(values, share), decimals)))
    .join(' / ')
}

function numbers(results: readonly object[], key: string): number[] {
  return results
    .map((result) => (result as Record<string, unknown>)[key])
    .filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[]
}

function short(value: number, decimals = value < 10 ? 2 : value < 100 ? 1 : 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

function print(text: string): void {
  console.log(text)
}
