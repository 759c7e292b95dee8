import 'server-only'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import { event as eventTable } from '#db/schema/service'
import type { Tx } from '#lib/adapters/db'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { type BountyEvent, type BountyState, movesOf } from '#lib/domain/bounty/bounty'
import { placeColumns } from '#lib/services/bounties/place-columns'

export type BountyRow = typeof bounty.$inferSelect
type Columns = Omit<Partial<typeof bounty.$inferInsert>, 'state' | 'updatedAt'>

/**
 * Guard for events that are valid only until the deadline, by the database's clock at the start of the
 * transaction.
 */
export const beforeDeadline: SQL = sql`service_now() < ${bounty.deadline}`

/**
 * The only writer of a bounty's state. Writes the new state, its entry in the log and `set` in the caller's transaction,
 * deletes its blocker, and wakes the workers on commit. The transaction that the new state needs follows from it (`effectOf`).
 *
 * @param set columns that change with it
 * @param where a guard beyond the state, such as the deadline
 * @param data for the log
 * @returns the changed bounty; `undefined` if it was in another state or the guard failed, because another
 * process was first
 */
export async function transition(args: {
  tx: Tx
  bountyId: string
  event: BountyEvent
  set?: Columns
  where?: SQL
  data?: Record<string, unknown>
}): Promise<BountyRow | undefined> {
  const { tx, bountyId, event, set, where, data } = args
  const moves = movesOf(event)
  const to = sql.join(
    moves.map((move) => sql`when ${move.from} then ${move.to}`),
    sql` `,
  )
  const [moved] = await tx
    .update(bounty)
    .set({ ...set, state: sql`case ${bounty.state} ${to} end`, updatedAt: sql`service_now()` })
    .where(
      and(
        eq(bounty.bountyId, bountyId),
        inArray(
          bounty.state,
          moves.map((move) => move.from),
        ),
        where,
      ),
    )
    .returning()
  if (!moved) return undefined
  // A blocker belongs to the previous state.
  await tx.delete(bountyBlocker).where(eq(bountyBlocker.bountyId, bountyId))
  await logAndNotify(tx, moved, event, data)
  return moved
}

/**
 * Creates the bounty of a settled payment, with the place from its brief. `undefined` if the payment has a
 * bounty already.
 */
export async function beginBounty(args: {
  tx: Tx
  row: Omit<typeof bounty.$inferInsert, 'state'>
}): Promise<BountyRow | undefined> {
  const { tx, row } = args
  const [made] = await tx
    .insert(bounty)
    .values({ ...row, ...placeColumns(row.brief), state: 'paid' })
    .onConflictDoNothing({ target: bounty.paymentId })
    .returning()
  if (made) await logAndNotify(tx, made, 'paid', undefined)
  return made
}

async function logAndNotify(
  tx: Tx,
  row: BountyRow,
  name: BountyEvent | 'paid',
  data: Record<string, unknown> | undefined,
): Promise<void> {
  const state: BountyState = row.state
  await tx
    .insert(eventTable)
    .values({ subject: 'bounty', subjectId: row.bountyId, name, data: { state, ...data } })
  await notifyWorkers(tx)
}
