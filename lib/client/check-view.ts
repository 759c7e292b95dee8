import type { Verdict } from '#lib/domain/proof/verdict'
import type { CheckRow } from './check-run.ts'

/** All verdicts, those that need attention first. */
export const verdictOrder: readonly Verdict[] = [
  'does_not_match',
  'revoked_or_wrong_attester',
  'could_not_check',
  'unsupported',
  'unknown',
  'pending',
  'verified',
]

export type SortKey = 'given' | 'name' | 'size' | 'verdict' | 'anchored'
export type Sorting = { by: SortKey; isDescending: boolean }
export type RowFilter = Verdict | 'all' | 'unfinished'

export type RunSummary = {
  counts: Readonly<Record<Exclude<RowFilter, 'all'>, number>>
  cancelled: number
  /** Bytes of all files that are or will be hashed, and how many of them are. */
  totalBytes: number
  doneBytes: number
  isOver: boolean
}

export function summarise(rows: readonly CheckRow[]): RunSummary {
  const counts = Object.fromEntries([...verdictOrder, 'unfinished'].map((name) => [name, 0]))
  let [cancelled, totalBytes, doneBytes] = [0, 0, 0]
  for (const row of rows) {
    if (row.state === 'cancelled') {
      cancelled++
      continue
    }
    totalBytes += row.sizeBytes
    // A file that failed to read is not hashed further.
    doneBytes += row.state === 'done' ? row.sizeBytes : row.doneBytes
    counts[filterOf(row)]!++
  }
  return {
    counts: counts as RunSummary['counts'],
    cancelled,
    totalBytes,
    doneBytes,
    isOver: counts.unfinished === 0,
  }
}

/** The rows to show, in order. Equal rows stay in the order in which they were given. */
export function arrange(rows: readonly CheckRow[], filter: RowFilter, sorting: Sorting): CheckRow[] {
  const shown =
    filter === 'all' ? [...rows] : rows.filter((row) => row.state !== 'cancelled' && filterOf(row) === filter)
  const { by, isDescending } = sorting
  if (by === 'given') return shown
  const compare = comparisons[by]
  return shown.sort((a, b) => (isDescending ? compare(b, a) : compare(a, b)))
}

function filterOf(row: CheckRow): Exclude<RowFilter, 'all'> {
  return row.state === 'done' && row.report ? row.report.verdict : 'unfinished'
}

const collator = new Intl.Collator('en', { numeric: true })

const comparisons: Record<Exclude<SortKey, 'given'>, (a: CheckRow, b: CheckRow) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  size: (a, b) => a.sizeBytes - b.sizeBytes,
  verdict: (a, b) => rank(a) - rank(b),
  anchored: (a, b) => anchoredAt(a) - anchoredAt(b),
}

function rank(row: CheckRow): number {
  return row.state === 'done' && row.report ? verdictOrder.indexOf(row.report.verdict) : verdictOrder.length
}

/** Epoch seconds by the chain; files that are not verified come first. */
export function anchoredAt(row: CheckRow): number {
  return row.report?.verdict === 'verified' ? (row.report.chain?.time ?? 0) : 0
}

/** `12 B`, `3.4 kB`, `250.0 MB`, `1.07 GB`: powers of a thousand, as file managers of most systems count. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(2)} GB`
}
