import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import type { Sql } from '#lib/adapters/db'

// The partitions of a table.

/** A partition of a table by ranges of whole numbers: `from` is included, `to` is not. */
export type Partition = { name: string; from: bigint; to: bigint }

/**
 * Statements that wait behind a change of partitions wait at most this long; then the change gives up, lets them pass, and is tried
 * again. A change itself takes milliseconds.
 */
const lockTimeoutMs = 500
const changeTimeoutMs = 10_000
const attempts = 5
const pauseMs = 200
const lockNotAvailable = '55P03'

/** The partitions of a table in order, without the default one. */
export async function listPartitions(sql: Sql | TransactionSql, table: string): Promise<Partition[]> {
  const rows = await sql<{ name: string; bounds: string }[]>`
    select relname as name, pg_get_expr(relpartbound, oid) as bounds
    from pg_class join pg_inherits on inhrelid = oid
    where inhparent = ${table}::regclass`
  return rows
    .flatMap(({ name, bounds }) => {
      const range = /^FOR VALUES FROM \('(\d+)'\) TO \('(\d+)'\)$/.exec(bounds)
      return range ? [{ name, from: BigInt(range[1]!), to: BigInt(range[2]!) }] : []
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

/**
 * Changes the partitions of a table in one transaction, in one process at a time. The table is locked for all others from the beginning.
 * Tries again while it is in use.
 *
 * @param args.pause is awaited after an attempt that found the table in use; a pause of `pauseMs` by default
 * @returns `undefined` if another process changes them now, or if it was in use at every attempt
 */
export async function changePartitions<Result>(args: {
  sql: Sql
  table: string
  change: (tx: TransactionSql) => Promise<Result>
  pause?: (() => Promise<void>) | undefined
}): Promise<Result | undefined> {
  const { sql, table, change, pause = () => sleep(pauseMs) } = args
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return (await sql.begin(async (tx) => {
        const [row] = await tx<{ taken: boolean }[]>`
          select pg_try_advisory_xact_lock(hashtextextended(${`partitions of ${table}`}, 0)) as taken`
        if (!row!.taken) return undefined
        await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
        await tx.unsafe(`set local statement_timeout = ${changeTimeoutMs}`)
        await tx.unsafe(`lock table ${table} in access exclusive mode`)
        return change(tx)
      })) as Result | undefined
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      await pause()
    }
  }
  return undefined
}

/** Adds an empty partition. Its rows must not be in the default partition already. */
export async function addPartition(
  tx: TransactionSql,
  { table, from, to }: { table: string; from: bigint; to: bigint },
): Promise<void> {
  const name = `${table}_${from}`
  await tx.unsafe(
    `create table ${name} (like ${table} including defaults including constraints including storage)`,
  )
  await tx.unsafe(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`)
}
