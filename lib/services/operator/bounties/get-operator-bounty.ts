import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { bytesToHex, getAddress } from 'viem'
import { bounty } from '#db/schema/bounty'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import { chainTx } from '#db/schema/outbox'
import { payment } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { listDeliveries } from '#lib/services/operator/bounties/bounty-deliveries'
import { listMoves } from '#lib/services/operator/bounties/bounty-moves'
import { listSubmitted } from '#lib/services/operator/bounties/bounty-submissions'
import { readTimeline } from '#lib/services/operator/bounties/bounty-timeline'
import { listTransactions } from '#lib/services/operator/bounties/bounty-transactions'
import { describeInList, pendingChainTxId } from '#lib/services/operator/bounties/describe-in-list'
import { isStuck } from '#lib/services/operator/bounties/list-operator-bounties'
import { describeBountyMeasures, hiddenOf, measuresOf } from '#lib/services/reports/measures'

/**
 * Returns everything about one bounty: its money and how it moved, its transactions, its history, and its
 * blocker.
 *
 * @throws CairnError `not_found`
 */
export async function getOperatorBounty(args: {
  ctx: Pick<Context, 'db' | 'sql' | 'env' | 'storage' | 'clock'>
  input: { bountyId: string }
}): Promise<OperatorBountyDetail> {
  const { ctx, input } = args
  const [found] = await ctx.db
    .select({
      row: bounty,
      paid: payment,
      blocker: bountyBlocker,
      isStuck,
      taken: measuresOf([
        ['bounty', bounty.bountyId],
        ['model', bounty.bountyId],
        ['wallet', bounty.payer],
      ]),
      ageSeconds: sql`extract(epoch from service_now() - ${bounty.updatedAt})`.mapWith(Number),
      pending: { id: chainTx.id, kind: chainTx.kind, state: chainTx.state },
    })
    .from(bounty)
    .innerJoin(payment, eq(payment.id, bounty.paymentId))
    .leftJoin(bountyBlocker, eq(bountyBlocker.bountyId, bounty.bountyId))
    .leftJoin(chainTx, eq(chainTx.id, pendingChainTxId))
    .where(eq(bounty.bountyId, input.bountyId))
  if (!found) throw new CairnError('not_found', `There is no bounty ${input.bountyId}.`)
  const { row, paid, taken } = found
  const submissions = await listSubmitted({ ctx, row })
  const submissionIds = submissions.map((one) => one.submission_id)
  const [moves, transactions, webhook, timeline] = await Promise.all([
    listMoves({ ctx, row }),
    listTransactions({ ctx, row }),
    listDeliveries({ ctx, bountyId: row.bountyId }),
    readTimeline({ ctx, row, submissionIds }),
  ])
  return {
    ...describeInList({ ...found, isHidden: hiddenOf(taken, 'bounty') !== null }),
    ...describeBountyMeasures(taken),
    brief: row.brief,
    deadline: isoTime(row.deadline),
    onchain_id: row.onchainId,
    post_is_final: row.postIsFinal,
    ref: bytesToHex(row.ref),
    escrow: getAddress(row.escrow),
    retry_asked_at: row.retryAskedAt && isoTime(row.retryAskedAt),
    accepted_submission_id: row.acceptedSubmissionId,
    payment: {
      id: paid.id,
      state: paid.state,
      amount_usdc: formatUsdc(paid.amountAtomic),
      nonce: paid.nonce,
      settle_tx: paid.settleTx && bytesToHex(paid.settleTx),
      created_at: isoTime(paid.createdAt),
    },
    moves,
    transactions,
    submissions,
    webhook,
    ...timeline,
  }
}
