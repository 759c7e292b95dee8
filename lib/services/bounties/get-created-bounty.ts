import 'server-only'
import { eq } from 'drizzle-orm'
import { agentToken, bounty } from '#db/schema/bounty'
import { payment } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { noteRequest } from '#lib/adapters/request-notes'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { describeBeginning } from '#lib/services/bounties/describe-bounty'
import { agentTokenOf } from '#lib/services/bounties/identity'

/**
 * The bounty that a payment made, as it was at its beginning, with the token that opens it: the same answer however often
 * and late it is asked for. Whoever asks must have shown that very payment.
 *
 * @throws when the payment has made none
 */
export async function getCreatedBounty(args: {
  ctx: Pick<Context, 'env' | 'db'>
  input: { paymentId: number }
}): Promise<CreatedBounty> {
  const { ctx, input } = args
  const { env, db } = ctx
  const [found] = await db
    .select({ row: bounty, key: payment })
    .from(bounty)
    .innerJoin(payment, eq(payment.id, bounty.paymentId))
    .where(eq(bounty.paymentId, input.paymentId))
  if (!found) throw new Error(`payment ${input.paymentId} has no bounty`)
  const { row, key } = found
  noteRequest({ bountyId: row.bountyId })
  const token = agentTokenOf({ secretKey: env.secretKey, key })
  // Known already, unless the secret was changed since: then this is one more token of the same bounty.
  await db
    .insert(agentToken)
    .values({ tokenHash: hashToken(token), bountyId: row.bountyId })
    .onConflictDoNothing()
  return { ...describeBeginning({ env, row }), agent_token: token }
}
