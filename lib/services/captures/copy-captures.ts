import 'server-only'
import { once } from 'node:events'
import type { Sql } from '#lib/adapters/db'

/**
 * Writes one batch by COPY into a temporary table and from there in the order of the hashes: two batches that share captures
 * then lock them in the same order and never deadlock, and neighbouring index pages are written together.
 *
 * @param rows in COPY text form: sha256, cell, epoch seconds, salt
 * @returns how many were not there before
 */
export async function copyCaptures(sql: Sql, rows: readonly string[]): Promise<number> {
  return sql.begin(async (tx) => {
    // A batch into a hundred million rows on a busy disk may take longer than a request may.
    await tx`set local statement_timeout = 0`
    await tx`create temp table incoming (sha256 bytea, cell int, captured_at bigint, salt bytea) on commit drop`
    const copy = await tx`copy incoming from stdin`.writable()
    copy.end(rows.join(''))
    await once(copy, 'finish')
    // The time is asked for once: the column's default would ask for each row, an eighth of the whole cost.
    const inserted = await tx`
      insert into capture (sha256, cell, captured_at, salt, received_at)
      select sha256, cell, to_timestamp(captured_at), salt, (select service_now()) from incoming order by sha256
      on conflict (sha256) do nothing`
    return inserted.count
  }) as Promise<number>
}
