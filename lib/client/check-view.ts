import { type Contradiction, contradictionOf } from '#lib/domain/proof/contradiction'
import type { StatedFacts } from '#lib/domain/proof/stated-facts'
import type { Verdict } from '#lib/domain/proof/verdict'
import type { Report } from './check.ts'
import type { CheckRow } from './check-row.ts'

// The results of a check as a page lists them: filtered, sorted and counted.

/** A verdict as lists show it. They also tell apart a valid proof whose chain was not read, and an empty file. */
export type ListedVerdict = Verdict | 'chain_not_read' | 'empty'

/** All of them, those that need attention first. */
export const verdictOrder: readonly ListedVerdict[] = [
  'does_not_match',
  'revoked_or_wrong_attester',
  'could_not_check',
  'chain_not_read',
  'unsupported',
  'empty',
  'unknown',
  'pending',
  'verified',
]

export function listedVerdict(report: Report): ListedVerdict {
  if (report.isEmpty) return 'empty'
  return report.verdict === 'could_not_check' && report.recomputed?.holds ? 'chain_not_read' : report.verdict
}

/** Found in a file without a record, the strongest first. */
export const clueOrder = ['changed_credentials', 'similar', 'damaged', 'not_media'] as const
export type ClueName = (typeof clueOrder)[number]

/** Every browser shows these, unless the file is damaged. */
export const shownEverywhere = /\.(jpe?g|png|gif|webp)$/i

export function cluesOf(row: CheckRow): ClueName[] {
  const { clues } = row
  if (!clues || row.report?.verdict !== 'unknown') return []
  const isFound: Record<ClueName, boolean> = {
    changed_credentials: clues.credentials === 'does_not_match',
    similar: clues.likeness === 'alike',
    damaged: clues.isDamaged === true || (clues.picture === 'unreadable' && shownEverywhere.test(row.name)),
    not_media: clues.isOtherContent === true,
  }
  return clueOrder.filter((name) => isFound[name])
}

/** True for a picture without a record that was not compared with pictures on record. */
export function isNotCompared({ report, clues, file }: CheckRow): boolean {
  if (report?.verdict !== 'unknown' || !file) return false
  return clues?.likeness === undefined && clues?.picture !== 'no_picture'
}

/** What a file itself states, if it was read. */
export function factsIn({ stated }: CheckRow): StatedFacts | undefined {
  return typeof stated === 'object' ? stated : undefined
}

/** Where a file states another place or time than its record claims. */
export function contradictionIn(row: CheckRow): Contradiction | undefined {
  const { report } = row
  const facts = factsIn(row)
  return facts && report?.recomputed?.holds && report.proof ? contradictionOf(facts, report.proof) : undefined
}

export const contradictionNames = ['other_place', 'other_time', 'two_times'] as const
type ContradictionName = (typeof contradictionNames)[number]

function contradictionsOf(row: CheckRow): ContradictionName[] {
  const found = contradictionIn(row)
  if (!found) return []
  const isFound: Record<ContradictionName, boolean> = {
    other_place: found.place !== undefined,
    other_time: found.times.length > 0,
    two_times: found.clocks !== undefined,
  }
  return contradictionNames.filter((name) => isFound[name])
}

/** For each file that was given before with the same bytes: the name of the first of them, by the id of its row. */
export function sameFiles(rows: readonly CheckRow[]): ReadonlyMap<number, string> {
  const firstNames = new Map<string, string>()
  const same = new Map<number, string>()
  for (const { id, name, file, sha256, sizeBytes, modelFileCount } of rows) {
    // Of a model, only the manifest is hashed.
    if (!file || !sha256 || sizeBytes === 0 || modelFileCount !== undefined) continue
    const first = firstNames.get(sha256)
    if (first === undefined) firstNames.set(sha256, name)
    else same.set(id, first)
  }
  return same
}

export type SortKey = 'given' | 'name' | 'size' | 'verdict' | 'anchored'
export type Sorting = { by: SortKey; isDescending: boolean }
export type RowFilter = ListedVerdict | ClueName | ContradictionName | 'all' | 'unfinished' | 'cancelled'

export type RunSummary = {
  counts: Readonly<Record<Exclude<RowFilter, 'all'>, number>>
  /** Bytes of all files that are or will be hashed, and how many of them are. */
  totalBytes: number
  doneBytes: number
  isOver: boolean
  /** Files without a record that are still looked at. */
  looking: number
  /** Pictures without a record that were not compared with those on record, and will not be. */
  notCompared: number
  /** Files with a record whose own place and time are still read. */
  reading: number
  /** Those that could not be read, so that nobody knows whether they contradict their records. */
  unread: number
}

export function summarise(rows: readonly CheckRow[]): RunSummary {
  const counts = Object.fromEntries(
    [...verdictOrder, ...clueOrder, ...contradictionNames, 'unfinished', 'cancelled'].map((name) => [
      name,
      0,
    ]),
  )
  let [totalBytes, doneBytes, looking, notCompared, reading, unread] = [0, 0, 0, 0, 0, 0]
  for (const row of rows) {
    counts[filterOf(row)]!++
    if (row.state === 'cancelled') continue
    totalBytes += row.sizeBytes
    // A file that failed to read is not hashed further.
    doneBytes += row.state === 'done' ? row.sizeBytes : row.doneBytes
    for (const name of cluesOf(row)) counts[name]!++
    for (const name of contradictionsOf(row)) counts[name]!++
    if (row.report?.recomputed?.holds) {
      if (row.stated === 'reading') reading++
      if (row.stated === 'unread') unread++
    }
    if (row.clues?.isOver === false) looking++
    else if (row.state === 'done' && isNotCompared(row)) notCompared++
  }
  return {
    counts: counts as RunSummary['counts'],
    totalBytes,
    doneBytes,
    isOver: counts.unfinished === 0,
    looking,
    notCompared,
    reading,
    unread,
  }
}

/** The rows to show, in order. Equal rows stay in the order in which they were given. */
export function arrange(rows: readonly CheckRow[], filter: RowFilter, sorting: Sorting): CheckRow[] {
  const shown = filter === 'all' ? [...rows] : rows.filter((row) => isShown(row, filter))
  const { by, isDescending } = sorting
  if (by === 'given') return shown
  const compare = comparisons[by]
  return shown.sort((a, b) => (isDescending ? compare(b, a) : compare(a, b)))
}

function isShown(row: CheckRow, filter: RowFilter): boolean {
  return (
    filterOf(row) === filter || [...cluesOf(row), ...contradictionsOf(row)].some((name) => name === filter)
  )
}

function filterOf(row: CheckRow): ListedVerdict | 'unfinished' | 'cancelled' {
  if (row.state === 'cancelled') return 'cancelled'
  return row.state === 'done' && row.report ? listedVerdict(row.report) : 'unfinished'
}

const collator = new Intl.Collator('en', { numeric: true })

const comparisons: Record<Exclude<SortKey, 'given'>, (a: CheckRow, b: CheckRow) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  size: (a, b) => a.sizeBytes - b.sizeBytes,
  verdict: (a, b) => rank(a) - rank(b),
  anchored: (a, b) => anchoredAt(a) - anchoredAt(b),
}

/** Among files without a record, those in which something was found come first. */
function rank(row: CheckRow): number {
  if (row.state !== 'done' || !row.report) return verdictOrder.length
  const [clue] = cluesOf(row)
  const within = clue ? clueOrder.indexOf(clue) : clueOrder.length
  return verdictOrder.indexOf(listedVerdict(row.report)) + within / (clueOrder.length + 1)
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

const binaryUnits = [
  [2 ** 40, 'TiB'],
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
] as const

/** A limit in the largest binary unit that divides it: `20 GiB`; others as sizes of files: `1.50 GB`. */
export function limitSizeText(bytes: number): string {
  const unit = binaryUnits.find(([size]) => bytes >= size && bytes % size === 0)
  return unit ? `${(bytes / unit[0]).toLocaleString('en')} ${unit[1]}` : sizeText(bytes)
}
