import 'server-only'
import type { Fragment, TransactionSql } from 'postgres'

/** So few that a batch takes a fraction of a second on a busy machine. */
const maxRows = 500
/** The largest value of a `bigint` column, so at least as large as any id. */
const maxId = '9223372036854775807'

/** Rows with an id above `after`, up to and including `last`. `isFull`: another batch may be due now. */
export type Batch = { after: string; last: string; isFull: boolean }

/**
 * Finds the next rows of a table, in the order of their ids, that are old enough for the archive. It continues after the id in
 * `archive_progress`, whose row stays locked until the end of the transaction, so that only one worker at a time processes a batch.
 * The caller stores `last` there.
 *
 * @param args.name the row of `archive_progress`
 * @param args.rows selects `id` and `is_young` of the first `limit` rows after an id, in that order
 * @returns `undefined` if the next row is too young, or if another worker has a batch
 */
export async function nextBatch(
  tx: TransactionSql,
  args: {
    name: 'payment' | 'chain_attempt'
    limit?: number
    rows: (from: { after: string; limit: number }) => Fragment
  },
): Promise<Batch | undefined> {
  const { name, limit = maxRows, rows } = args
  const [progress] = await tx<{ after: string }[]>`
    select until_id as after from archive_progress where name = ${name} for update skip locked`
  if (!progress) return undefined
  const { after } = progress
  const [batch] = await tx<{ last: string | null; rows: number }[]>`
    with page as (${rows({ after, limit })})
    select max(id) as last, count(*)::int as rows
    from page where id < coalesce((select min(id) from page where is_young), ${maxId})`
  return batch?.last ? { after, last: batch.last, isFull: batch.rows === limit } : undefined
}
