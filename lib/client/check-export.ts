import { writeCsv } from '#lib/domain/text/csv'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { CheckRow } from './check-run.ts'

/** One file of an export. Empty members are unknown. */
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
  withdrawn_at: string
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
  'withdrawn_at',
] as const satisfies readonly (keyof Exported)[]

/** The row of a file for an export. Claims of a proof are exported only if its hashes are valid; the time is that of the chain. */
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
    withdrawn_at: report?.withdrawnAt ?? '',
  }
}

/** CSV with a header line and a line for each file. */
export function toCsv(rows: readonly CheckRow[]): string {
  const lines = rows.map((row) => {
    const exported = exportedOf(row)
    return columns.map((name) => exported[name])
  })
  return writeCsv([columns, ...lines])
}

/** @param checkedAt ISO 8601, UTC */
export function toJson(rows: readonly CheckRow[], checkedAt: string): string {
  return `${JSON.stringify({ checked_at: checkedAt, files: rows.map(exportedOf) }, null, 2)}\n`
}

/** `cairn-check-12-files.csv`: the number shows the reader whether the file is complete. */
export function exportName(rows: readonly CheckRow[], extension: 'csv' | 'json'): string {
  return `cairn-check-${rows.length}-file${rows.length === 1 ? '' : 's'}.${extension}`
}
