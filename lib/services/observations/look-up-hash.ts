import 'server-only'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { batcherPerPool } from '#lib/adapters/batcher-per-pool'
import type { Context } from '#lib/adapters/context'
import { arrayText } from '#lib/adapters/db/array-text'
import type { Observation } from '#lib/schemas/observation'
import { describeObservation } from '#lib/services/observations/describe'
import { type Reader, readPublished } from '#lib/services/observations/read-published'

/** The result of a search for the SHA-256 of a file. */
export type HashLookup = {
  observation: Observation | undefined
  /** True if a capture with this hash is in a tree and is not sold as an observation. `loadUnsold` then reads it. */
  isOtherCapture: boolean
}

type Row = {
  sha256: Uint8Array
  is_observation: boolean
  is_other: boolean
  recency: string
  cell: number
  leaf_hash: Uint8Array
  tree_id: number
  root: Uint8Array
  attest_uid: Uint8Array
  attest_tx: Uint8Array
}

/** Hardly anything else is asked as often, so concurrent requests share a statement. */
const readRow = batcherPerPool<string, Row>({
  maxItems: 64,
  maxInFlight: 2,
  run: (sql, hashes) => readPublished(sql, (reader) => readRows(reader, hashes)),
})

/**
 * Looks up the SHA-256 of a file with one statement.
 *
 * @param args.hash 64 lower-case hexadecimal digits
 */
export async function lookUpHash(args: {
  ctx: Pick<Context, 'env' | 'sql'>
  hash: string
}): Promise<HashLookup> {
  const { ctx, hash } = args
  const row = await readRow(ctx.sql, hash)
  if (!row.is_observation) return { observation: undefined, isOtherCapture: row.is_other }
  const { sha256, cell, leaf_hash: leafHash, tree_id: treeId, root } = row
  const observation = describeObservation(
    ctx.env,
    { sha256, cell, recency: Number(row.recency), leafHash, treeId },
    { treeId, root, attestUid: row.attest_uid, attestTx: row.attest_tx },
  )
  return { observation, isOtherCapture: false }
}

async function readRows(reader: Reader, hashes: readonly string[]): Promise<Row[]> {
  // Two requests may be for the same file.
  const asked = [...new Set(hashes)]
  const rows = await reader<Row>(lookUpSql, [arrayText(asked.map((hash) => hexToBytes(hash)))])
  const byHash = new Map(rows.map((row) => [bytesToHex(row.sha256), row]))
  return hashes.map((hash) => byHash.get(hash)!)
}

const lookUpSql = `
  select asked.sha256, observation.sha256 is not null as is_observation,
    observation.sha256 is null and exists (
      select from capture where capture.sha256 = asked.sha256 and capture.tree_id is not null) as is_other,
    recency, cell, leaf_hash, observation.tree_id, root, attest_uid, attest_tx
  from unnest($1::text::bytea[]) as asked (sha256)
  left join (observation join tree using (tree_id)) on observation.sha256 = asked.sha256`
