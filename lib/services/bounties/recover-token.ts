import 'server-only'
import { randomBytes } from 'node:crypto'
import { count, eq, gt, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { agentToken, bounty, tokenRecovery } from '#db/schema/bounty'
import { event } from '#db/schema/service'
import { verifySignature } from '#lib/adapters/chain/verify-signature'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { hashToken } from '#lib/adapters/hash-token'
import { networkOf } from '#lib/domain/chain/caip2'
import { CairnError } from '#lib/domain/errors'
import { couldBeId } from '#lib/domain/ids'
import { isoTime } from '#lib/domain/text/iso-time'
import type { RecoveredToken } from '#lib/schemas/token-recovery'
import type { WalletProof } from '#lib/schemas/x402'
import { challengeOf } from '#lib/services/bounties/token-challenge'

const maxPerDay = 5
const daySeconds = 86_400

/**
 * Gives a bounty a new token, if the wallet that paid for it signed a fresh challenge; all earlier tokens stop working. A challenge is used
 * once. Supports contract wallets (ERC-1271, ERC-6492).
 *
 * @throws CairnError `unauthorized`, with the same text for an unknown bounty, another wallet and an old or used challenge; `rate_limited`;
 * `unavailable` if the chain is needed and does not answer
 */
export async function recoverToken(args: {
  ctx: Pick<Context, 'db' | 'env' | 'clock' | 'chains'>
  input: { bountyId: string; proof: WalletProof }
}): Promise<RecoveredToken> {
  const { ctx, input } = args
  const { bountyId, proof } = input
  const [row] = couldBeId(bountyId)
    ? await ctx.db.select().from(bounty).where(eq(bounty.bountyId, bountyId))
    : []
  if (!row) throw notProven()
  const { payer, chainId } = row
  const network = networkOf(chainId)
  const challenge = challengeOf({ ctx, input: { bountyId, network, payer, issuedAt: proof.issuedAt } })
  const chain = ctx.chains.get(chainId)
  if (!challenge || !chain) throw notProven()
  const signed = {
    address: payer as Address,
    message: challenge.message,
    signature: proof.signature as Hex,
  }
  const isSigned = await verifySignature(chain, signed).catch((cause: unknown) => {
    throw new CairnError(
      'unavailable',
      `Chain ${chainId} did not answer whether this signature is valid. Nothing was changed: send the same request again.`,
      { retryAfterSeconds: 5, cause },
    )
  })
  if (!isSigned) throw notProven()
  const nonceHash = hashToken(challenge.nonce)
  return ctx.db.transaction((tx) => replace(tx, { bountyId, nonceHash }))
}

async function replace(
  tx: Tx,
  { bountyId, nonceHash }: { bountyId: string; nonceHash: Uint8Array },
): Promise<RecoveredToken> {
  // Recoveries of one bounty come one after the other, so that the newest token is the last one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`token of ${bountyId}`}, 0))`)
  await assertNotTooMany(tx, bountyId)
  const token = `cairn_bounty_${randomBytes(32).toString('base64url')}`
  const tokenHash = hashToken(token)
  await tx.insert(agentToken).values({ tokenHash, bountyId })
  const [made] = await tx
    .insert(tokenRecovery)
    .values({ nonceHash, bountyId, tokenHash })
    .onConflictDoNothing({ target: tokenRecovery.nonceHash })
    .returning({ at: tokenRecovery.recoveredAt })
  if (!made) throw notProven()
  await tx.insert(event).values({ subject: 'bounty', subjectId: bountyId, name: 'token_recovered' })
  return { bounty_id: bountyId, agent_token: token, recovered_at: isoTime(made.at) }
}

async function assertNotTooMany(tx: Tx, bountyId: string): Promise<void> {
  const since = sql`service_now() - make_interval(secs => ${daySeconds})`
  const [found] = await tx
    .select({ made: count() })
    .from(tokenRecovery)
    .where(sql`${eq(tokenRecovery.bountyId, bountyId)} and ${gt(tokenRecovery.recoveredAt, since)}`)
  if (found!.made < maxPerDay) return
  throw new CairnError(
    'rate_limited',
    `The key of a bounty can be recovered ${maxPerDay} times in a day. Nothing was changed: use the key you got last, or wait.`,
    { retryAfterSeconds: daySeconds },
  )
}

function notProven(): CairnError {
  return new CairnError(
    'unauthorized',
    'This is no fresh signature of the wallet that paid for this bounty, on the network it paid on. GET this path for a new challenge, sign it with that wallet within five minutes, and use it once. Nothing was changed.',
  )
}
