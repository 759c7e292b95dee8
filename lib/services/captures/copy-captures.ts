import 'server-only'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { TransactionSql } from 'postgres'
import type { Sql } from '#lib/adapters/db'
import type { ManifestEntry } from '#lib/schemas/manifest'

const saltBytes = 32
const saltsAtOnce = 1_024

/** Formats captures as rows of COPY text, each with a new random salt. */
export function captureRows(): (entry: ManifestEntry) => string {
  let salts = Buffer.alloc(0)
  let saltAt = 0
  return ({ sha256, cell, capturedAt }) => {
    if (saltAt >= salts.length) {
      salts = randomBytes(saltsAtOnce * saltBytes)
      saltAt = 0
    }
    saltAt += saltBytes
    return `\\\\x${sha256}\t${cell}\t${capturedAt}\t\\\\x${salts.toString('hex', saltAt - saltBytes, saltAt)}\n`
  }
}

/** Writes one batch in its own transaction. @returns the number of new captures */
export async function copyCaptures(sql: Sql, rows: readonly string[]): Promise<number> {
  return sql.begin((tx) => copyCapturesIn(tx, [rows.join('')])) as Promise<number>
}

/**
 * Writes captures by COPY into a temporary table, and from there in the order of their hashes. So two calls with the same captures
 * lock them in the same order and cannot deadlock, and neighbouring index pages are written together.
 *
 * @param texts rows of `captureRows`, in chunks
 * @returns the number of new captures
 */
export async function copyCapturesIn(tx: TransactionSql, texts: Iterable<string>): Promise<number> {
  // On a large table and a busy disk, a batch may take longer than the statement timeout for requests.
  await tx`set local statement_timeout = 0`
  await tx`create temp table incoming (sha256 bytea, cell int, captured_at bigint, salt bytea) on commit drop`
  const copy = await tx`copy incoming from stdin`.writable()
  for (const text of texts) if (!copy.write(text)) await once(copy, 'drain')
  copy.end()
  await once(copy, 'finish')
  // Reads the time once. The column's default would read it for each row, which costs an eighth of the total.
  const inserted = await tx`
    insert into capture (sha256, cell, captured_at, salt, received_at)
    select sha256, cell, to_timestamp(captured_at), salt, (select service_now()) from incoming order by sha256
    on conflict (sha256) do nothing`
  return inserted.count
}
