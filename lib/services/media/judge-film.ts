import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import {
  type EarlierDistance,
  fingerprintDistance,
  judgeLikeness,
  judgeRepeat,
} from '#lib/domain/film/frame-hash'
import { judgeQuality, type QualityJudgement, type VideoFigures } from '#lib/domain/film/quality'
import type { Film } from '#lib/services/media/load-film'

const filmsPerRead = 100

/** The verdict on a film that could be measured: its quality, and its similarity to earlier films. */
export async function judgeFilm(
  ctx: Pick<Context, 'db'>,
  film: Film,
  measured: { figures: VideoFigures; fingerprint: Uint8Array; mirrored: Uint8Array },
): Promise<QualityJudgement> {
  const quality = judgeQuality(measured.figures)
  const nearest = await nearestBefore(ctx, film, measured)
  const likeness = judgeLikeness(nearest.others)
  return {
    verdict: quality.verdict === 'pass' ? likeness.verdict : 'fail',
    reasons: [...quality.reasons, ...likeness.reasons],
    warnings: [...quality.warnings, ...likeness.warnings, ...judgeRepeat(nearest.own)],
  }
}

/**
 * The most similar films that were submitted earlier, also if this one shows them in a mirror. A contributor's own films for the same bounty are apart from
 * `others`: only one film is paid. Those that failed the check are ignored, because the contributor was asked to submit a better copy.
 *
 * The order is that of submission and not of the checks, which may end in another order. A film gets its
 * fingerprint when its check ends, so two copies that are submitted at the same moment can both pass.
 */
async function nearestBefore(
  ctx: Pick<Context, 'db'>,
  film: Film,
  { fingerprint, mirrored }: { fingerprint: Uint8Array; mirrored: Uint8Array },
): Promise<{ others?: EarlierDistance; own?: EarlierDistance }> {
  const { submissionId, bountyId, contributor } = film.submission
  const isEarlier = sql`(${submission.submittedAt}, ${submission.submissionId}) < (select submitted_at, submission_id from submission where submission_id = ${submissionId})`
  const isOther = or(ne(submission.bountyId, bountyId), ne(submission.contributor, contributor))
  const nearest: Awaited<ReturnType<typeof nearestBefore>> = {}
  for (let after = ''; ; ) {
    const rows = await ctx.db
      .select({
        submissionId: submission.submissionId,
        fingerprint: submissionFile.fingerprint,
        isOther: sql<boolean>`${isOther}`,
      })
      .from(submission)
      .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
      .where(
        and(
          gt(submission.submissionId, after),
          isNotNull(submissionFile.fingerprint),
          or(isOther, eq(submission.qualityStatus, 'pass')),
          isEarlier,
        ),
      )
      .orderBy(asc(submission.submissionId))
      .limit(filmsPerRead)
    for (const row of rows) {
      // A comparison takes milliseconds. Other work of the process runs in between.
      await setImmediate()
      const distance = Math.min(
        fingerprintDistance(fingerprint, row.fingerprint!),
        fingerprintDistance(mirrored, row.fingerprint!),
      )
      const whose = row.isOther ? 'others' : 'own'
      const known = nearest[whose]
      if (!known || distance < known.distance) nearest[whose] = { distance, submissionId: row.submissionId }
    }
    if (rows.length < filmsPerRead) return nearest
    after = rows.at(-1)!.submissionId
  }
}
