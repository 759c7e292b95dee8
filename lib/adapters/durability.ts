import 'server-only'
import { sql as statement } from 'drizzle-orm'
import type { Fragment } from 'postgres'
import type { Sql, Tx } from '#lib/adapters/db'

/** The `synchronous_commit` setting of a write. */
export type Durability = { synchronousCommit: 'on' | 'off'; because?: string }

/** The write is on disk when the statement returns, independent of the database's default. */
export const durable: Durability = { synchronousCommit: 'on' }

/**
 * The statement returns before the write is on disk, which saves the wait for a flush. A crash of the
 * database can lose the latest of these writes, but none that were followed by a durable write. A crash of
 * this process loses none.
 *
 * @param because why the loss of the write is harmless
 */
export function mayBeLost(because: string): Durability {
  return { synchronousCommit: 'off', because }
}

/**
 * Sets the durability of a statement outside a transaction block. Use it in its `returning` clause:
 * PostgreSQL has no clause for durability, and a transaction block with `set local` would take three more
 * round trips.
 */
export function commitAs(sql: Sql, { synchronousCommit }: Durability): Fragment {
  return sql`set_config('synchronous_commit', ${synchronousCommit}, true)`
}

/** Sets the durability of the commit of the current transaction. */
export async function commitTransactionAs(tx: Tx, { synchronousCommit }: Durability): Promise<void> {
  await tx.execute(statement`select set_config('synchronous_commit', ${synchronousCommit}, true)`)
}

/**
 * Returns the rows of a batch as the common table expression `given`, for a statement that commits with this
 * durability.
 *
 * The condition that sets the durability is also a planner hint: the planner then expects one row and uses
 * the index to look up each row's payment. Without the condition it expects a hundred rows and would scan the
 * whole journal.
 *
 * @param columns as in a table definition: `id bigint, reason text`
 */
export function givenRows(
  sql: Sql,
  args: { rows: readonly object[]; columns: Fragment; durability: Durability },
): Fragment {
  const { rows, columns, durability } = args
  return sql`given as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (${columns})
    where ${commitAs(sql, durability)} = ${durability.synchronousCommit}
  )`
}
