import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { moderation } from '#db/schema/moderation'
import { reportCase } from '#db/schema/report'
import type { Tx } from '#lib/adapters/db'

type Row = typeof moderation.$inferInsert
type Subject = Pick<Row, 'kind' | 'subjectId'>

/**
 * Records a measure in the caller's transaction, and settles the report of its subject.
 *
 * @param row.reason everyone concerned reads it
 * @returns false if it was in force already
 */
export async function takeMeasure(tx: Tx, row: Omit<Row, 'takenAt'>): Promise<boolean> {
  const taken = await tx
    .insert(moderation)
    .values(row)
    .onConflictDoNothing()
    .returning({ measure: moderation.measure })
  await settleReport(tx, row, 'acted')
  return taken.length > 0
}

/** Lifts a measure. @returns false if it was not in force */
export async function liftMeasure(
  tx: Tx,
  { kind, subjectId, measure }: Subject & Pick<Row, 'measure'>,
): Promise<boolean> {
  const lifted = await tx
    .delete(moderation)
    .where(
      and(eq(moderation.kind, kind), eq(moderation.subjectId, subjectId), eq(moderation.measure, measure)),
    )
    .returning({ measure: moderation.measure })
  return lifted.length > 0
}

/** Marks the reports of a subject as decided. @returns false if none of them waits for a decision */
export async function settleReport(
  tx: Tx,
  { kind, subjectId }: { kind: Row['kind'] | 'capture'; subjectId: string },
  state: 'dismissed' | 'acted',
): Promise<boolean> {
  if (kind === 'wallet') return false
  const settled = await tx
    .update(reportCase)
    .set({ state, decidedAt: sql`service_now()` })
    .where(
      and(eq(reportCase.kind, kind), eq(reportCase.subjectId, subjectId), eq(reportCase.state, 'waiting')),
    )
    .returning({ id: reportCase.id })
  return settled.length > 0
}
