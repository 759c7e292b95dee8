import 'server-only'
import { and, desc, eq, sql } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { pageOf } from '#lib/schemas/cursor'
import { type SubmissionCursor, type SubmissionsPage, writeSubmissionCursor } from '#lib/schemas/submission'
import { describeOwnSubmission, selectSubmissions } from '#lib/services/submissions/describe-submission'

/**
 * Lists the submissions of a wallet, newest first. A page starts after the last submission of the page before, so new submissions do not
 * repeat any.
 */
export async function listSubmissions(args: {
  ctx: Pick<Context, 'env' | 'db' | 'clock' | 'storage'>
  input: { contributor: string; limit: number; cursor?: SubmissionCursor }
}): Promise<SubmissionsPage> {
  const { ctx, input } = args
  const { contributor, limit, cursor } = input
  const found = await selectSubmissions(ctx.db)
    .where(
      and(
        eq(submission.contributor, contributor.toLowerCase()),
        cursor &&
          sql`(${submission.submittedAt}, ${submission.submissionId}) < ('epoch'::timestamptz + ${cursor.atMicros}::bigint * interval '1 microsecond', ${cursor.submissionId}::text)`,
      ),
    )
    .orderBy(desc(submission.submittedAt), desc(submission.submissionId))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(found, limit, ({ atMicros, row }) =>
    writeSubmissionCursor({ atMicros, submissionId: row.submissionId }),
  )
  return {
    submissions: await Promise.all(page.map((each) => describeOwnSubmission({ ctx, found: each }))),
    next_cursor,
  }
}
