import 'server-only'
import { and, eq } from 'drizzle-orm'
import { reportCase } from '#db/schema/report'
import type { Context } from '#lib/adapters/context'
import type { ReportedKind } from '#lib/domain/moderation/report'

/** True while a report of the subject waits for a decision. */
export async function isReported(args: {
  ctx: Pick<Context, 'db'>
  input: { kind: ReportedKind; id: string }
}): Promise<boolean> {
  const { kind, id } = args.input
  const waiting = and(
    eq(reportCase.kind, kind),
    eq(reportCase.subjectId, id),
    eq(reportCase.state, 'waiting'),
  )
  return (await args.ctx.db.$count(reportCase, waiting)) > 0
}
