import { positionName } from '#lib/domain/geo/rough-position'
import { type CsvColumns, writeTable } from '#lib/domain/text/csv'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { Report } from './check.ts'
import type { CheckRow } from './check-row.ts'
import { cluesOf, contradictionIn, factsIn, isNotCompared, listedVerdict } from './check-view.ts'
import { clueWords } from './clue-words.ts'
import type { Clues } from './look-closer.ts'
import { verdictNames } from './verdict-names.ts'

// Saves the results of a check as CSV or JSON.

/** What the files of a list have in common: when they were saved (ISO 8601, UTC), and the names of their claimed cells. */
type About = {
  checkedAt: string
  places: ReadonlyMap<string, string>
  /** True if the records are those of a demonstration, which are no evidence. `undefined`: not known, as on a page without a service. */
  isDemo: boolean | undefined
}

/** A file and what is exported of its check: claims of a proof only if its hashes are valid, and the time of the chain. */
type Checked = {
  row: CheckRow
  proof: Report['proof']
  chain: Report['chain']
  clues: CheckRow['clues']
  place: string
  isDemo: boolean | undefined
}

/** Time and place are named as in the files of the explorer. Times are in UTC, as `Z` says. Empty values are unknown. */
const columns: CsvColumns<Checked> = [
  ['name', ({ row }) => row.name],
  ['size_bytes', ({ row }) => row.sizeBytes],
  ['verdict', ({ row }) => verdictWords(row)],
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
  ['place_claimed', ({ place }) => place],
  ['anchored_at', ({ chain }) => (chain?.time === undefined ? '' : isoSeconds(chain.time))],
  // The chain of a demonstration has the number of a real one.
  ['is_demonstration', ({ proof, isDemo }) => (proof ? yesNo(isDemo) : '')],
  ['chain_id', ({ proof }) => proof?.attestation.chain_id ?? ''],
  ['block', ({ chain }) => chain?.block ?? ''],
  ['attest_uid', ({ proof }) => proof?.attestation.uid ?? ''],
  ['tree_id', ({ proof }) => proof?.tree.tree_id ?? ''],
  ['withdrawn_at', ({ row }) => row.report?.withdrawnAt ?? ''],
  ['hashes_match_proof', ({ row }) => yesNo(row.report?.recomputed?.holds)],
  ['captured_at_in_file', ({ row, proof }) => (proof && factsIn(row)?.times.join('; ')) ?? ''],
  ['geohash_in_file', ({ row, proof }) => (proof && factsIn(row)?.geohash) ?? ''],
  ['file_contradicts_claims', contradictionWords],
  // Only files without a record are looked at closer in a list, so of all others the Content Credentials are not known.
  ['content_credentials', ({ clues }) => credentialWords[clues?.credentials ?? 'not_checked']],
  ['picture', ({ row, clues }) => spaced(clues?.picture ?? (isUnknown(row) ? 'not_read' : ''))],
  ['similar_record', ({ row, clues }) => similarRecord(row, clues)],
  ['similar_sha256', ({ clues }) => clues?.similarTo ?? ''],
]

const credentialWords: Record<NonNullable<Clues['credentials']> | 'not_checked', string> = {
  none: 'none found',
  trusted: 'present, signer on the C2PA trust list',
  untrusted: 'present, signer not on the C2PA trust list',
  does_not_match: 'present, do not match the file',
  could_not_validate: 'present, not verified',
  unsupported: 'not checked: kind of file not supported',
  not_checked: 'not checked',
}

/** The verdict in the words that the list on the page shows. */
function verdictWords(row: CheckRow): string {
  if (row.report) return verdictNames[listedVerdict(row.report)]
  return row.state === 'cancelled' ? 'Cancelled' : 'Not finished'
}

function spaced(code: string): string {
  return code.replaceAll('_', ' ')
}

function isModel({ modelFileCount }: CheckRow): boolean {
  return modelFileCount !== undefined
}

function yesNo(is: boolean | undefined): string {
  return is === undefined ? '' : is ? 'yes' : 'no'
}

function isUnknown({ report }: CheckRow): boolean {
  return report?.verdict === 'unknown'
}

/** `not compared`: there is nothing to compare. `not read`: nobody knows, because the file was not read yet, or could not be. */
function contradictionWords({ row, proof }: Checked): string {
  if (!proof) return ''
  if (!row.file) return 'not compared'
  const facts = factsIn(row)
  if (!facts) return 'not read'
  if (facts.times.length === 0 && !facts.geohash) return 'not compared'
  const found = contradictionIn(row)
  if (!found) return 'none found'
  return [found.place && 'place', found.times.length > 0 && 'time', found.clocks && 'two times']
    .filter(Boolean)
    .join('; ')
}

function similarRecord(row: CheckRow, clues: CheckRow['clues']): string {
  if (!isUnknown(row)) return ''
  if (isNotCompared(row)) return 'not looked up'
  return clues?.likeness === 'alike' ? 'found' : clues?.likeness === 'none' ? 'none found' : 'not comparable'
}

function checkedOf(row: CheckRow, { places, isDemo }: About): Checked {
  const { report } = row
  const proof = claimsOf(row)
  return {
    row,
    clues: report?.verdict === 'unknown' ? row.clues : undefined,
    proof,
    chain: report?.verdict === 'verified' ? report.chain : undefined,
    place: (proof && places.get(proof.geohash)) ?? '',
    isDemo,
  }
}

function claimsOf({ report }: CheckRow): Report['proof'] {
  return report?.recomputed?.holds ? report.proof : undefined
}

/**
 * The claimed places in words.
 *
 * @param nameCell asks the service. It is not asked for the place of a proof that the reader gave: its position is in words too
 */
export async function placesOf(
  rows: readonly CheckRow[],
  nameCell: ((geohash: string) => Promise<string>) | undefined,
): Promise<Map<string, string>> {
  const cells = (isAsked: boolean) =>
    rows.flatMap((row) =>
      Boolean(nameCell && !row.bundle) === isAsked ? (claimsOf(row)?.geohash ?? []) : [],
    )
  const asked = [...new Set(cells(true))]
  const names = await Promise.all(asked.map((geohash) => nameCell!(geohash)))
  return new Map([
    ...cells(false).map((geohash) => [geohash, positionName(geohash)] as const),
    ...asked.map((geohash, index) => [geohash, names[index]!] as const),
  ])
}

/** CSV with a header line and a line for each file. */
export function toCsv(rows: readonly CheckRow[], about: About): string {
  const withTime: CsvColumns<Checked> = [...columns, ['checked_at', () => about.checkedAt]]
  return writeTable(
    withTime,
    rows.map((row) => checkedOf(row, about)),
  )
}

/** The list as JSON for programs, with `verdict_code`: the verdict as the API and the documentation of checkers name it. */
export function toJson(rows: readonly CheckRow[], about: About): string {
  const files = rows.map((row) => {
    const checked = checkedOf(row, about)
    const values = columns.map(([name, read]) => [name, read(checked)])
    return {
      ...Object.fromEntries(values),
      verdict_code: row.report?.verdict ?? (row.state === 'cancelled' ? 'cancelled' : 'not_finished'),
    }
  })
  return `${JSON.stringify({ checked_at: about.checkedAt, ...(about.isDemo !== undefined && { is_demonstration: about.isDemo }), files }, null, 2)}\n`
}

/** `cairn-check-12-files.csv`: the number shows the reader whether the file is complete. */
export function exportName(rows: readonly CheckRow[], extension: 'csv' | 'json'): string {
  return `cairn-check-${rows.length}-file${rows.length === 1 ? '' : 's'}.${extension}`
}
