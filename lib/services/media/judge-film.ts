import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { fingerprintDistance, judgeLikeness } from '#lib/domain/frame-hash'
import { judgeQuality, type QualityJudgement, type VideoFigures } from '#lib/domain/quality'
import type { Film } from '#lib/services/media/load-film'

const filmsPerRead = 100

/** The verdict on a film that could be measured: what was measured, and whether it was handed in before. */
export async function judgeFilm(
  ctx: Pick<Context, 'db'>,
  film: Film,
  measured: { figures: VideoFigures; fingerprint: Uint8Array },
): Promise<QualityJudgement> {
  const quality = judgeQuality(measured.figures)
  const likeness = judgeLikeness(await nearestBefore(ctx, film, measured.fingerprint))
  return {
    verdict: quality.verdict === 'pass' ? likeness.verdict : 'fail',
    reasons: [...quality.reasons, ...likeness.reasons],
    warnings: [...quality.warnings, ...likeness.warnings],
  }
}

/**
 * The distance to the nearest film that was handed in earlier, for whatever bounty. A contributor's own for the same bounty
 * do not count: handing in a better copy of a film is what a failed check asks for, and only one of them is ever paid.
 *
 * Earlier by submission, not by check, so that whose film comes first does not depend on whose check was faster. A film
 * whose check has not ended has no fingerprint to compare with: of two that are handed in at the same moment both can pass.
 */
async function nearestBefore(ctx: Pick<Context, 'db'>, film: Film, fingerprint: Uint8Array): Promise<number> {
  const { submissionId, bountyId, contributor } = film.submission
  const isEarlier = sql`(${submission.submittedAt}, ${submission.submissionId}) < (select submitted_at, submission_id from submission where submission_id = ${submissionId})`
  let nearest = 1
  for (let after = ''; ; ) {
    const rows = await ctx.db
      .select({ submissionId: submission.submissionId, fingerprint: submissionFile.fingerprint })
      .from(submission)
      .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
      .where(
        and(
          gt(submission.submissionId, after),
          isNotNull(submissionFile.fingerprint),
          or(ne(submission.bountyId, bountyId), ne(submission.contributor, contributor)),
          isEarlier,
        ),
      )
      .orderBy(asc(submission.submissionId))
      .limit(filmsPerRead)
    for (const row of rows) {
      // Milliseconds each: transactions are sent in between.
      await setImmediate()
      nearest = Math.min(nearest, fingerprintDistance(fingerprint, row.fingerprint!))
    }
    if (rows.length < filmsPerRead) return nearest
    after = rows.at(-1)!.submissionId
  }
}
