import 'server-only'
import { and, desc, eq, lt } from 'drizzle-orm'
import { commandLineChainId, operatorAction } from '#db/schema/operator'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import { type ActionPage, actionCursor, type OperatorActionEntry } from '#lib/schemas/operator-action'
import { subjectKinds } from '#lib/services/operator/action'
import { actionNames } from '#lib/services/operator/actions'

/** Lists the actions of operators, newest first, in pages. @param input.operator lower case */
export async function listActions(args: {
  ctx: Pick<Context, 'db'>
  input: {
    id?: number | undefined
    action?: string | undefined
    operator?: string | undefined
    subject?: string | undefined
    subjectId?: string | undefined
    limit: number
    beforeId?: number | undefined
  }
}): Promise<ActionPage> {
  const { id, action, operator, subject, subjectId, limit, beforeId } = args.input
  const rows = await args.ctx.db
    .select()
    .from(operatorAction)
    .where(
      and(
        id === undefined ? undefined : eq(operatorAction.id, id),
        action === undefined ? undefined : eq(operatorAction.action, action),
        operator === undefined ? undefined : eq(operatorAction.operator, operator),
        subject === undefined ? undefined : eq(operatorAction.subject, subject),
        subjectId === undefined ? undefined : eq(operatorAction.subjectId, subjectId),
        beforeId === undefined ? undefined : lt(operatorAction.id, beforeId),
      ),
    )
    .orderBy(desc(operatorAction.id))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ id }) => actionCursor.write(id))
  return {
    actions: page.map(describe),
    known: { actions: [...actionNames], subjects: [...subjectKinds] },
    next_cursor,
  }
}

function describe(row: typeof operatorAction.$inferSelect): OperatorActionEntry {
  const { id, action, subject, reason, effect, message, signature } = row
  const isByOperator = row.chainId !== commandLineChainId
  return {
    id,
    at: isoTime(row.at),
    operator: isByOperator ? row.operator : null,
    chain_id: isByOperator ? row.chainId : null,
    action,
    subject,
    subject_id: row.subjectId,
    input: row.input as Record<string, unknown>,
    reason,
    effect,
    result: row.result as Record<string, unknown>,
    request_id: row.requestId || null,
    message,
    signature,
  }
}
