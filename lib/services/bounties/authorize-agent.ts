import 'server-only'
import { eq } from 'drizzle-orm'
import { agentToken } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { CairnError } from '#lib/domain/errors'

/**
 * Lets whoever holds a bounty's token pass. One refusal for everything else, so that nobody learns which bounties exist. The
 * look-up is by the token's hash: how long it takes says nothing of any token.
 *
 * @throws CairnError `unauthorized`
 */
export async function authorizeAgent(args: {
  ctx: Pick<Context, 'db'>
  input: { bountyId: string; token: string | undefined }
}): Promise<void> {
  const { bountyId, token } = args.input
  const [known] =
    token === undefined
      ? []
      : await args.ctx.db
          .select({ bountyId: agentToken.bountyId })
          .from(agentToken)
          .where(eq(agentToken.tokenHash, hashToken(token)))
  if (known?.bountyId === bountyId) return
  throw new CairnError(
    'unauthorized',
    'There is no bounty with this id and this agent_token. Send the token from the answer that made the bounty, as Authorization: Bearer.',
  )
}
