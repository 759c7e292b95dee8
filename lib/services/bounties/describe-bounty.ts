import 'server-only'
import { bytesToHex } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { Env } from '#lib/adapters/env'
import { effectOf, shownStatus } from '#lib/domain/bounty/bounty'
import { delayText, isDelay } from '#lib/domain/bounty/delay-text'
import { networkOf } from '#lib/domain/chain/caip2'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Bounty, Declined, Submission } from '#lib/schemas/bounty'
import { describeModel } from '#lib/services/bounties/describe-model'
import type { LoadedBounty, SubmittedRow } from '#lib/services/bounties/load-bounty'
import { type SubmissionLinks, signLinks } from '#lib/services/bounties/sign-links'
import type { BountyRow } from '#lib/services/bounties/transition'
import { describeBountyMeasures, describeFilmMeasures } from '#lib/services/reports/measures'
import { describeClaims } from '#lib/services/submissions/describe-claims'
import { describeCredentials } from '#lib/services/submissions/describe-credentials'
import { describeFindings } from '#lib/services/submissions/describe-findings'
import { describeForecast } from '#lib/services/submissions/describe-forecast'
import { describeProof } from '#lib/services/submissions/describe-proof'

/** Describes a bounty to its agent, with newly signed links. */
export async function describeBounty(
  args: { ctx: Pick<Context, 'env' | 'storage' | 'clock'> } & LoadedBounty,
): Promise<Bounty> {
  const { ctx, row, isOver, blocker, taken, submissions } = args
  const { env } = ctx
  const isPosted = row.onchainId !== null
  // A release that came too late ends in a refund, so no submission counts as accepted.
  const acceptedId =
    row.state === 'accepting' || row.state === 'accepted' ? row.acceptedSubmissionId : undefined
  return {
    ...describeBeginning({ env, row }),
    status: shownStatus(row.state, isOver),
    ...(blocker && effectOf(row.state) && isDelay(blocker, ctx.clock.now())
      ? { held_up: describeBlocker(row, blocker) }
      : {}),
    ...describeBountyMeasures(taken),
    onchain_id: row.onchainId,
    board_url: isPosted ? `${env.baseUrl}/board/${row.bountyId}` : null,
    create_tx: hexOf(row.createTx),
    accept_tx: hexOf(row.acceptTx),
    cancel_tx: hexOf(row.cancelTx),
    refund_tx: hexOf(row.refundTx),
    payout_tx: hexOf(row.payoutTx),
    submissions: await Promise.all(
      submissions.map(async (submitted) =>
        describeSubmission(env, submitted, {
          accepted: submitted.submissionId === acceptedId,
          links: await signLinks({ ctx, row, submitted }),
        }),
      ),
    ),
  }
}

/**
 * Describes a bounty at the time of its payment, from columns that never change, so the result is always the
 * same.
 */
export function describeBeginning(args: { env: Pick<Env, 'baseUrl'>; row: BountyRow }): Bounty {
  const { env, row } = args
  return {
    bounty_id: row.bountyId,
    status: 'paid',
    amount_usdc: row.amountUsdc,
    deadline: isoTime(row.deadline),
    title: row.title,
    brief: row.brief,
    onchain_id: null,
    board_url: null,
    payer: checksumAddress(row.payer),
    network: networkOf(row.chainId),
    payment_tx: bytesToHex(row.paymentTx),
    create_tx: null,
    accept_tx: null,
    cancel_tx: null,
    refund_tx: null,
    payout_tx: null,
    poll_url: `${env.baseUrl}/api/v1/bounties/${row.bountyId}`,
    submissions: [],
  }
}

function describeSubmission(
  env: Pick<Env, 'anchor'>,
  row: SubmittedRow,
  { accepted, links }: { accepted: boolean; links: SubmissionLinks },
): Submission {
  return {
    submission_id: row.submissionId,
    submitted_at: isoTime(row.submittedAt),
    note: row.note,
    ...describeClaims(row),
    preview_status: row.previewStatus,
    quality_status: row.qualityStatus,
    ...describeFindings(row, row.earlier, 'poster'),
    credentials: describeCredentials(row.credentials),
    ...describeForecast(row, 'poster'),
    ...describeModel(row),
    ...describeProof(env, row.proof),
    accepted,
    declined: describeDecline(row),
    ...describeFilmMeasures(row.taken),
    contributor_record: row.record,
    preview_url: links.preview,
    full_capture_url: links.capture,
    model_glb_url: links.modelGlb,
    model_splats_url: links.modelSplats,
    model_zip_url: links.modelZip,
  }
}

/** Why and when its poster declined a submission; `null` if it is not declined. */
export function describeDecline(
  row: Pick<SubmittedRow, 'declinedReason' | 'declinedText' | 'declinedAt'>,
): Declined {
  const { declinedReason: reason, declinedText: text, declinedAt: at } = row
  return reason && at ? { reason, text, at: isoTime(at) } : null
}

/** The blocker, but not the error texts of nodes, which are for operators. */
function describeBlocker(
  row: BountyRow,
  { code, since, nextTryAt }: NonNullable<LoadedBounty['blocker']>,
): NonNullable<Bounty['held_up']> {
  const next_try_at = nextTryAt && isoTime(nextTryAt)
  const isPaidBack = row.paybackChainTxId !== null
  return {
    message: delayText({
      state: row.state,
      code,
      postTries: row.postTries,
      isPaidBack,
      nextTryAt: next_try_at,
    }),
    since: isoTime(since),
    next_try_at,
  }
}

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes && bytesToHex(bytes)
}
