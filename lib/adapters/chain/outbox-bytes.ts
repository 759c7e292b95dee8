import 'server-only'
import type { Context } from '#lib/adapters/context'
import { nextBatch } from '#lib/adapters/db/next-batch'

/** A transaction that gets another signed form, or ends, later than this after it was signed keeps its bytes. */
const endedWithinDays = 1

/**
 * Deletes the calldata and the signed bytes of the oldest settlements, final and signed more than `ARCHIVE_DAYS` ago by real time. Their
 * rows stay, with nonce, hashes, block and fee, for the audit. The bytes are only needed to send a transaction again, which never happens
 * to a final one.
 *
 * @returns `more`: there may be others now
 */
export async function deleteSentBytes(args: {
  ctx: Pick<Context, 'sql' | 'env'>
  input?: { atOnce?: number }
}): Promise<{ deleted: number; more: boolean }> {
  const { sql, env } = args.ctx
  return sql.begin(async (tx) => {
    const batch = await nextBatch(tx, {
      name: 'chain_attempt',
      limit: args.input?.atOnce,
      rows: ({ after, limit }) => tx`
        select tx_id as id, created_at >= now() - make_interval(days => ${env.archiveDays + endedWithinDays}::int) as is_young
        from chain_attempt where tx_id > ${after} order by tx_id limit ${limit}`,
    })
    if (!batch) return { deleted: 0, more: false }
    const { after, last, isFull } = batch
    const { count } = await tx`
      with ended as materialized (
        select id from chain_tx t
        where id > ${after} and id <= ${last} and kind = 'settle' and state = 'final'
          and not exists (
            select from chain_attempt a
            where a.tx_id = t.id and a.created_at >= now() - make_interval(days => ${env.archiveDays}::int))
      ), signed as (
        update chain_attempt set raw = '' from ended where tx_id = ended.id
      )
      update chain_tx set data = '', traceparent = null from ended where chain_tx.id = ended.id`
    await tx`update archive_progress set until_id = ${last} where name = 'chain_attempt'`
    return { deleted: count, more: isFull }
  })
}
