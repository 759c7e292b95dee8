import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { agentToken, tokenRecovery } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { CairnError } from '#lib/domain/errors'

/**
 * The wallet that paid has requested a newer token of its bounty. Names are written in full, because drizzle omits the table of a column
 * here.
 */
const isReplaced = sql<boolean>`exists (
  select 1 from ${tokenRecovery} latest
  where latest.bounty_id = agent_token.bounty_id
    and latest.id = (select max(id) from ${tokenRecovery} newer where newer.bounty_id = agent_token.bounty_id)
    and latest.token_hash <> agent_token.token_hash
)`

/**
 * Authorizes the holder of a bounty's token. All other requests get the same refusal, a malformed id too, so that it does not reveal
 * which bounties exist. The look-up is by the token's hash, so that its duration does not depend on the token.
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
          .select({ bountyId: agentToken.bountyId, isReplaced })
          .from(agentToken)
          .where(eq(agentToken.tokenHash, hashToken(token)))
  if (known?.bountyId === bountyId && !known.isReplaced) return
  throw new CairnError(
    'unauthorized',
    'There is no bounty with this id and this agent_token, or the request has no token. A bounty_id is `bty_` and 32 hexadecimal digits. Send the token from the answer that made the bounty, as Authorization: Bearer.',
  )
}
