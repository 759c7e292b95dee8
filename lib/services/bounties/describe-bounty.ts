import 'server-only'
import { bytesToHex } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { Env } from '#lib/adapters/env'
import { networkOf } from '#lib/domain/caip2'
import { isoTime } from '#lib/domain/iso-time'
import type { Bounty, Submission } from '#lib/schemas/bounty'
import type { SubmittedRow } from '#lib/services/bounties/load-bounty'
import { type SubmissionLinks, signLinks } from '#lib/services/bounties/sign-links'
import type { BountyRow } from '#lib/services/bounties/transition'

/** A bounty as its agent sees it now, with fresh links. @param submissions in the order they are shown */
export async function describeBounty(args: {
  ctx: Pick<Context, 'env' | 'storage' | 'clock'>
  row: BountyRow
  submissions: readonly SubmittedRow[]
}): Promise<Bounty> {
  const { ctx, row, submissions } = args
  const { env } = ctx
  const isPosted = row.onchainId !== null
  // A release that came too late ends in a refund: then nothing was accepted after all.
  const acceptedId =
    row.state === 'accepting' || row.state === 'accepted' ? row.acceptedSubmissionId : undefined
  return {
    ...describeBeginning({ env, row }),
    status: row.state,
    onchain_id: row.onchainId,
    board_url: isPosted ? `${env.baseUrl}/board/${row.bountyId}` : null,
    create_tx: hexOf(row.createTx),
    accept_tx: hexOf(row.acceptTx),
    cancel_tx: hexOf(row.cancelTx),
    refund_tx: hexOf(row.refundTx),
    payout_tx: hexOf(row.payoutTx),
    submissions: await Promise.all(
      submissions.map(async (submitted) =>
        describeSubmission(submitted, {
          accepted: submitted.submissionId === acceptedId,
          links: await signLinks({ ctx, row, submitted }),
        }),
      ),
    ),
  }
}

/** A bounty as it was when it was paid, from columns that never change: the same at any time. */
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
    payer: row.payer,
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
  row: SubmittedRow,
  { accepted, links }: { accepted: boolean; links: SubmissionLinks },
): Submission {
  return {
    submission_id: row.submissionId,
    submitted_at: isoTime(row.submittedAt),
    note: row.note,
    preview_status: row.previewStatus,
    quality_status: row.qualityStatus,
    reconstruction_status: row.reconstructionStatus,
    accepted,
    preview_url: links.preview,
    full_capture_url: links.capture,
    model_glb_url: links.modelGlb,
    model_zip_url: links.modelZip,
  }
}

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes && bytesToHex(bytes)
}
