import { type CsvColumns, writeTable } from '#lib/domain/text/csv'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { Report } from './check.ts'
import type { CheckRow } from './check-row.ts'
import { cluesOf, isNotCompared } from './check-view.ts'
import { clueWords } from './clue-words.ts'

/** A file and what is exported of its check: claims of a proof only if its hashes are valid, and the time of the chain. */
type Checked = { row: CheckRow; proof: Report['proof']; chain: Report['chain']; clues: CheckRow['clues'] }

/** Empty values are unknown. */
const columns: CsvColumns<Checked> = [
  ['name', ({ row }) => row.name],
  ['size_bytes', ({ row }) => row.sizeBytes],
  ['verdict', ({ row }) => row.report?.verdict ?? (row.state === 'cancelled' ? 'cancelled' : 'not_finished')],
  [
    'reason',
    ({ row }) =>
      row.report?.reason ??
      cluesOf(row)
        .map((name) => clueWords[name])
        .join('; '),
  ],
  // The ZIP of a model is not hashed itself: its record is that of its manifest.
  ['sha256', ({ row }) => (isModel(row) ? '' : (row.sha256 ?? ''))],
  ['manifest_sha256', ({ row }) => (isModel(row) ? (row.sha256 ?? row.report?.sha256 ?? '') : '')],
  ['captured_at_claimed', ({ proof }) => proof?.captured_at ?? ''],
  ['geohash_claimed', ({ proof }) => proof?.geohash ?? ''],
  ['anchored_at', ({ chain }) => (chain?.time === undefined ? '' : isoSeconds(chain.time))],
  ['chain_id', ({ proof }) => proof?.attestation.chain_id ?? ''],
  ['block', ({ chain }) => chain?.block ?? ''],
  ['attest_uid', ({ proof }) => proof?.attestation.uid ?? ''],
  ['tree_id', ({ proof }) => proof?.tree.tree_id ?? ''],
  ['withdrawn_at', ({ row }) => row.report?.withdrawnAt ?? ''],
  ['hashes_match_proof', ({ row }) => yesNo(row.report?.recomputed?.holds)],
  // Only files without a record are looked at closer.
  ['content_credentials', ({ row, clues }) => clues?.credentials ?? (isUnknown(row) ? 'not_read' : '')],
  ['picture', ({ row, clues }) => clues?.picture ?? (isUnknown(row) ? 'not_read' : '')],
  ['similar_record', ({ row, clues }) => similarRecord(row, clues)],
  ['similar_sha256', ({ clues }) => clues?.similarTo ?? ''],
]

function isModel({ modelFileCount }: CheckRow): boolean {
  return modelFileCount !== undefined
}

function yesNo(is: boolean | undefined): string {
  return is === undefined ? '' : is ? 'yes' : 'no'
}

function isUnknown({ report }: CheckRow): boolean {
  return report?.verdict === 'unknown'
}

function similarRecord(row: CheckRow, clues: CheckRow['clues']): string {
  if (!isUnknown(row)) return ''
  if (isNotCompared(row)) return 'not_looked_up'
  return clues?.likeness === 'alike' ? 'found' : clues?.likeness === 'none' ? 'none_found' : 'not_comparable'
}

function checkedOf(row: CheckRow): Checked {
  const { report } = row
  return {
    row,
    clues: report?.verdict === 'unknown' ? row.clues : undefined,
    proof: report?.recomputed?.holds ? report.proof : undefined,
    chain: report?.verdict === 'verified' ? report.chain : undefined,
  }
}

/** CSV with a header line and a line for each file. */
export function toCsv(rows: readonly CheckRow[]): string {
  return writeTable(columns, rows.map(checkedOf))
}

/** @param checkedAt ISO 8601, UTC */
export function toJson(rows: readonly CheckRow[], checkedAt: string): string {
  const files = rows.map((row) => {
    const checked = checkedOf(row)
    return Object.fromEntries(columns.map(([name, read]) => [name, read(checked)]))
  })
  return `${JSON.stringify({ checked_at: checkedAt, files }, null, 2)}\n`
}

/** `cairn-check-12-files.csv`: the number shows the reader whether the file is complete. */
export function exportName(rows: readonly CheckRow[], extension: 'csv' | 'json'): string {
  return `cairn-check-${rows.length}-file${rows.length === 1 ? '' : 's'}.${extension}`
}
