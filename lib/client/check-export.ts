import { isoSeconds } from '#lib/domain/iso-time'
import type { CheckRow } from './check-run.ts'

/** One file of an export. Empty: not known. */
type Exported = {
  name: string
  size_bytes: number
  verdict: string
  reason: string
  sha256: string
  captured_at_claimed: string
  geohash_claimed: string
  anchored_at: string
  chain_id: number | ''
  block: number | ''
  attest_uid: string
  tree_id: number | ''
}

const columns = [
  'name',
  'size_bytes',
  'verdict',
  'reason',
  'sha256',
  'captured_at_claimed',
  'geohash_claimed',
  'anchored_at',
  'chain_id',
  'block',
  'attest_uid',
  'tree_id',
] as const satisfies readonly (keyof Exported)[]

/** A row as others read it. What only a proof claims is told when its hashes hold; the time is the chain's own. */
function exportedOf(row: CheckRow): Exported {
  const { report } = row
  const proof = report?.recomputed?.holds ? report.proof : undefined
  const chain = report?.verdict === 'verified' ? report.chain : undefined
  return {
    name: row.name,
    size_bytes: row.sizeBytes,
    verdict: report?.verdict ?? (row.state === 'cancelled' ? 'cancelled' : 'not_finished'),
    reason: report?.reason ?? '',
    sha256: row.sha256 ?? '',
    captured_at_claimed: proof?.captured_at ?? '',
    geohash_claimed: proof?.geohash ?? '',
    anchored_at: chain?.time === undefined ? '' : isoSeconds(chain.time),
    chain_id: proof?.attestation.chain_id ?? '',
    block: chain?.block ?? '',
    attest_uid: proof?.attestation.uid ?? '',
    tree_id: proof?.tree.tree_id ?? '',
  }
}

/** Comma-separated (RFC 4180) with a header row and a byte order mark, without which Excel misreads other than ASCII. */
export function writeCsv(rows: readonly CheckRow[]): string {
  const lines = rows.map((row) => {
    const exported = exportedOf(row)
    return columns.map((name) => csvCell(exported[name])).join(',')
  })
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** @param checkedAt ISO 8601, UTC */
export function writeJson(rows: readonly CheckRow[], checkedAt: string): string {
  return `${JSON.stringify({ checked_at: checkedAt, files: rows.map(exportedOf) }, null, 2)}\n`
}

/** `cairn-check-12-files.csv`: whoever opens it sees whether it is whole. */
export function exportName(rows: readonly CheckRow[], extension: 'csv' | 'json'): string {
  return `cairn-check-${rows.length}-file${rows.length === 1 ? '' : 's'}.${extension}`
}

/**
 * A spreadsheet takes a text that begins like a formula for one, and a file's name is a stranger's: such a text gets an
 * apostrophe before it, as OWASP advises.
 */
function csvCell(value: string | number): string {
  const text =
    typeof value === 'string' && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
