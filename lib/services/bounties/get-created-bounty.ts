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
 * Returns the bounty that a payment created, in its first state and with its token. The answer is the same at
 * any time. The caller must have shown that payment.
 *
 * @throws if the payment created no bounty
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
  // The token is stored already, unless the secret key was changed since: then the bounty gets a second token.
  await db
    .insert(agentToken)
    .values({ tokenHash: hashToken(token), bountyId: row.bountyId })
    .onConflictDoNothing()
  return { ...describeBeginning({ env, row }), agent_token: token }
}
