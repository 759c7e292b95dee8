import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { bounty } from '#db/schema/bounty'
import { capture } from '#db/schema/capture'
import { submission, submissionFile } from '#db/schema/submission'
import { tree } from '#db/schema/tree'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import type { Db } from '#lib/adapters/db'
import type { Served } from '#lib/adapters/storage/storage'
import { boardStatusOf } from '#lib/domain/bounty/board-status'
import { shorterFinding } from '#lib/domain/bounty/film-length'
import { publicTitle } from '#lib/domain/bounty/public-words'
import { networkOf } from '#lib/domain/chain/caip2'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OwnSubmission } from '#lib/schemas/submission'
import { describeDecline } from '#lib/services/bounties/describe-bounty'
import { credentialsIn, measuresOfBounty } from '#lib/services/bounties/load-bounty'
import { earlierFilms } from '#lib/services/likeness/earlier-films'
import {
  describeBountyMeasures,
  describeFilmMeasures,
  hiddenOf,
  measuresOf,
} from '#lib/services/reports/measures'
import { describeClaims } from '#lib/services/submissions/describe-claims'
import { describeCredentials } from '#lib/services/submissions/describe-credentials'
import { describeFindings } from '#lib/services/submissions/describe-findings'
import { describeForecast } from '#lib/services/submissions/describe-forecast'
import { describeProof } from '#lib/services/submissions/describe-proof'
import { servedOriginal, servedPreview, submissionName } from '#lib/services/submissions/served-files'

// A submission, described for its contributor.

/** Submissions with their files and their bounties; narrowed by the caller. */
export function selectSubmissions(db: Db) {
  return db
    .select({
      row: submission,
      file: submissionFile,
      facts: upload.facts,
      deliveredAt: submissionFile.deliveredAt,
      treeId: capture.treeId,
      treeState: tree.state,
      taken: measuresOfBounty,
      earlier: earlierFilms,
      filmTaken: measuresOf([['submission', submission.submissionId]]),
      bounty: {
        bountyId: bounty.bountyId,
        title: bounty.title,
        brief: bounty.brief,
        placeGeohash: bounty.placeGeohash,
        amountUsdc: bounty.amountUsdc,
        chainId: bounty.chainId,
        deadline: bounty.deadline,
        state: bounty.state,
        acceptedSubmissionId: bounty.acceptedSubmissionId,
        acceptTx: bounty.acceptTx,
        // Only a change of state sets it, and a release is the last one.
        updatedAt: bounty.updatedAt,
      },
      /** Time of submission with its full precision: microseconds since 1970, as text. */
      atMicros: sql<string>`(extract(epoch from ${submission.submittedAt}) * 1000000)::bigint::text`,
    })
    .from(submission)
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .leftJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .leftJoin(upload, eq(upload.uploadId, submissionFile.uploadId))
    .leftJoin(capture, eq(capture.sha256, submissionFile.sha256))
    .leftJoin(tree, eq(tree.treeId, capture.treeId))
    .$dynamic()
}

export type FoundSubmission = Awaited<ReturnType<typeof selectSubmissions>>[number]

/** A submission as its contributor sees it, with newly signed links. */
export async function describeOwnSubmission(args: {
  ctx: Pick<Context, 'env' | 'clock' | 'storage'>
  found: FoundSubmission
}): Promise<OwnSubmission> {
  const { ctx, found } = args
  const { row, file } = found
  const now = ctx.clock.now()
  const sign = async (key: string | null | undefined, served: Served) =>
    key ? ctx.storage.signGet({ key, served, now }) : null
  const isChosen = found.bounty.acceptedSubmissionId === row.submissionId
  // A release after the deadline ends in a refund: then nothing was accepted.
  const accepted = isChosen && (found.bounty.state === 'accepting' || found.bounty.state === 'accepted')
  const { acceptTx, updatedAt } = found.bounty
  const findings = describeFindings(row, found.earlier, 'contributor')
  const seconds = row.quality?.figures.decodedSeconds
  return {
    submission_id: row.submissionId,
    submitted_at: isoTime(row.submittedAt),
    note: row.note,
    sha256: file && bytesToHex(file.sha256).slice(2),
    ...describeClaims(file),
    preview_status: row.previewStatus,
    preview_url: hiddenOf(found.filmTaken, 'submission')
      ? null
      : await sign(row.previewKey, servedPreview(row.submissionId)),
    quality_status: row.qualityStatus,
    quality_reasons: findings.quality_reasons,
    // The poster, who has the figures of the film and the brief, sees it as a fact of its own.
    quality_warnings: [...findings.quality_warnings, ...shorterFinding(seconds, found.bounty.brief)],
    credentials: describeCredentials(credentialsIn(found.facts)),
    ...describeForecast(row, 'contributor'),
    reconstruction_status: row.reconstructionStatus,
    reconstruction_reason: row.reconstructionReason,
    ...describeProof(ctx.env, found),
    accepted,
    declined: describeDecline(row),
    ...describeFilmMeasures(found.filmTaken),
    accept_tx: accepted && acceptTx ? bytesToHex(acceptTx) : null,
    paid_at: accepted && acceptTx ? isoTime(updatedAt) : null,
    original_url: await sign(
      file?.originalDeletedAt ? null : file?.originalKey,
      servedOriginal(submissionName(row.submissionId), file?.mediaType ?? null),
    ),
    bounty: {
      bounty_id: found.bounty.bountyId,
      title: publicTitle(found.bounty.title),
      geohash: found.bounty.placeGeohash,
      amount_usdc: found.bounty.amountUsdc,
      network: networkOf(found.bounty.chainId),
      deadline: isoTime(found.bounty.deadline),
      status: boardStatusOf(found.bounty.state, now >= found.bounty.deadline),
      board_url: `${ctx.env.baseUrl}/board/${found.bounty.bountyId}`,
      ...describeBountyMeasures(found.taken),
    },
  }
}
