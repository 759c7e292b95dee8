import 'server-only'
import type { TransactionSql } from 'postgres'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { addPartition, changePartitions, listPartitions, type Partition } from '#lib/adapters/partitions'
import { answerHours, nextPartitionWidth } from '#lib/domain/payment/answer-retention'

type ForgetContext = Pick<Context, 'sql'>
type Pause = Parameters<typeof changePartitions>[0]['pause']

const table = 'payment_answer'
/** Whole partitions beyond the newest payment. */
const partitionsAhead = 2
/** Answers that are still needed are moved out of a partition before it is dropped. A partition with more of them than this waits. */
const maxMoved = 5_000
const maxDeleted = 1_000
/** By how much the time of a final block may differ from ours. */
const clockMarginSeconds = 3_600

/**
 * Deletes answers that nobody can claim any more, by dropping whole partitions, and adds partitions for answers to come. Answers that
 * are still needed are moved to the default partition in the transaction that drops theirs. Rows there are deleted one by one.
 * Answers for which there is no partition are in the default one too, so no payment depends on this having run.
 *
 * @param args.pause passed to `changePartitions`, which describes it
 */
export async function forgetAnswers(args: { ctx: ForgetContext; pause?: Pause }): Promise<{
  added: number
  dropped: number
  deleted: number
}> {
  const { pause } = args
  const { sql } = args.ctx
  const added = await addAhead(sql, pause)
  let dropped = 0
  for (const partition of await listPartitions(sql, table))
    if ((await isMostlyForgettable(sql, partition)) && (await drop(sql, partition, pause))) dropped += 1
  let deleted = 0
  for (let count = maxDeleted; count === maxDeleted; deleted += count) count = await deleteSome(sql)
  return { added, dropped, deleted }
}

/**
 * True for a payment whose stored answer cannot be claimed: it was settled long ago, or its authorization had expired when it was closed
 * without a transfer. An authorization that had not expired then may still move money, and its answer must exist. Null for a payment
 * that is not closed, so what is needed is what this `is not true` for.
 */
const isForgettable = (sql: Sql | TransactionSql) => sql`(
  payment.closed_at < service_now() - make_interval(hours => ${answerHours}::int)
  and (payment.state = 'settled'
    or payment.state in ('failed', 'void') and payment.valid_before < extract(epoch from payment.closed_at) - ${clockMarginSeconds}::int))`

async function addAhead(sql: Sql, pause: Pause): Promise<number> {
  const isEnough = (partitions: readonly Partition[], last: bigint) =>
    partitions.filter(({ from }) => from > last).length >= partitionsAhead
  if (isEnough(await listPartitions(sql, table), await readLastId(sql))) return 0
  const added = await changePartitions({
    sql,
    table,
    pause,
    change: async (tx) => {
      const partitions = await listPartitions(tx, table)
      const last = await readLastId(tx)
      let count = 0
      for (; !isEnough(partitions, last); count += 1) {
        const end = partitions.at(-1)?.to ?? 0n
        // The table is locked, so no answer of a later payment is in the default partition.
        const from = end > last ? end : last + 1n
        const next = { from, to: from + nextPartitionWidth(partitions) }
        await addPartition(tx, { table, ...next })
        partitions.push({ name: '', ...next })
      }
      return count
    },
  })
  return added ?? 0
}

/** The highest id of any payment, also a deleted one. 0 if no payment was ever stored. */
async function readLastId(sql: Sql | TransactionSql): Promise<bigint> {
  const [row] = await sql<{ last: string | null }[]>`
    select pg_sequence_last_value(pg_get_serial_sequence('payment', 'id')::regclass) as last`
  return BigInt(row!.last ?? 0)
}

/** False for a partition that a new payment may still belong to. */
async function isMostlyForgettable(sql: Sql, { name, to }: Partition): Promise<boolean> {
  if (to > (await readLastId(sql))) return false
  const [row] = await sql<{ needed: number }[]>`
    select count(*)::int as needed from (
      select from ${sql(name)} as answer join payment on payment.id = answer.payment_id
      where ${isForgettable(sql)} is not true limit ${maxMoved + 1}) as answers`
  return row!.needed <= maxMoved
}

async function drop(sql: Sql, { name }: Partition, pause: Pause): Promise<boolean> {
  const isDropped = await changePartitions({
    sql,
    table,
    pause,
    change: async (tx) => {
      if (!(await listPartitions(tx, table)).some((known) => known.name === name)) return false
      await tx.unsafe(`alter table ${table} detach partition ${name}`)
      await tx`
        insert into payment_answer (payment_id, status, body, headers, created_at)
        select payment_id, status, body, headers, answer.created_at
        from ${tx(name)} as answer join payment on payment.id = answer.payment_id
        where ${isForgettable(tx)} is not true`
      await tx.unsafe(`drop table ${name}`)
      return true
    },
  })
  return isDropped ?? false
}

async function deleteSome(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from payment_answer_default where payment_id in (
      select payment_id from payment_answer_default as answer join payment_journal as payment on payment.id = answer.payment_id
      where ${isForgettable(sql)} limit ${maxDeleted})`
  return count
}
