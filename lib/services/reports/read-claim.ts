import 'server-only'
import { eq } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import type { ReportedKind } from '#lib/domain/moderation/report'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorReportDetail } from '#lib/schemas/operator-report'
import { getCapture } from '#lib/services/captures/get-capture'

type Ctx = Pick<Context, 'db'>
type Subject = { kind: ReportedKind; subjectId: string; bountyId: string | null }

/** What a reported subject claims about its place and time and, for a capture, how the service got it. */
export async function readClaim(
  ctx: Ctx,
  { kind, subjectId, bountyId }: Subject,
): Promise<Pick<OperatorReportDetail, 'claim' | 'taken_in'>> {
  if (kind === 'capture') return ofCapture(ctx, subjectId)
  if (kind === 'submission') {
    const { cell, capturedAt, submissionId } = submissionFile
    const [film] = await ctx.db
      .select({ cell, capturedAt })
      .from(submissionFile)
      .where(eq(submissionId, subjectId))
    const claim = film && { geohash: cellToGeohash(film.cell), captured_at: isoTime(film.capturedAt) }
    return { claim: claim ?? null, taken_in: null }
  }
  const [order] = await ctx.db
    .select({ geohash: bounty.placeGeohash })
    .from(bounty)
    .where(eq(bounty.bountyId, bountyId ?? ''))
  const geohash = order?.geohash ?? null
  return { claim: geohash === null ? null : { geohash, captured_at: null }, taken_in: null }
}

async function ofCapture(
  ctx: Ctx,
  sha256: string,
): Promise<Pick<OperatorReportDetail, 'claim' | 'taken_in'>> {
  const capture = await getCapture({ ctx, input: { id: sha256 } })
  const { geohash, captured_at, received_at, source } = capture
  // The same file may also have been submitted to a bounty, and not have come from there.
  const film = capture.film?.is_delivered ? capture.film : null
  const [sent] = film
    ? await ctx.db
        .select({ contributor: submission.contributor })
        .from(submission)
        .where(eq(submission.submissionId, film.submission_id))
    : []
  const { submission_id = null, bounty_id = null } = film ?? {}
  return {
    claim: { geohash, captured_at },
    taken_in: { source, received_at, submission_id, bounty_id, contributor: sent?.contributor ?? null },
  }
}
