import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { session, signInNonce } from '#db/schema/account'
import { verifySignature } from '#lib/adapters/chain/verify-signature'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { isActionResource } from '#lib/domain/access/action-statement'
import { CairnError } from '#lib/domain/errors'
import { deleteExpired } from '#lib/services/accounts/delete-expired'
import { readSignInMessage } from '#lib/services/accounts/read-sign-in-message'
import { assertBudget } from '#lib/services/limits/assert-budget'
import { chargeBudget } from '#lib/services/limits/charge-budget'
import { assertNotBanned } from '#lib/services/reports/find-ban'

export const sessionSeconds = 12 * 3_600

export type SignedIn = {
  /** EIP-55. */
  address: Address
  expiresAt: Date
  /** 256 bits, returned only once. */
  token: string
}

/**
 * Opens a session for the wallet that signed a message with one of our nonces. The nonce is deleted in the transaction that creates the
 * session, so a message opens at most one session.
 *
 * @throws CairnError `invalid_request`, `unauthorized`, `wallet_banned`, `rate_limited`; `unavailable` if the chain was needed and did not
 * answer
 */
export async function signIn(args: {
  ctx: Pick<Context, 'db' | 'env' | 'clock' | 'chains'>
  input: { message: string; signature: Hex }
}): Promise<SignedIn> {
  const { ctx, input } = args
  const { message, signature } = input
  const said = readSignInMessage({ env: ctx.env, message, now: ctx.clock.now() })
  const { address, chainId, nonce } = said
  if (said.resources.some(isActionResource))
    throw new CairnError('unauthorized', 'This message was signed for an action and cannot start a session.')
  const isOurs = and(
    eq(signInNonce.nonceHash, hashToken(nonce)),
    gt(signInNonce.expiresAt, sql`service_now()`),
  )
  // Checked before any chain is read, so that only requests with one of our nonces cause a call to a node.
  const [known] = await ctx.db.select({ expiresAt: signInNonce.expiresAt }).from(signInNonce).where(isOurs)
  if (!known) throw nonceIsOver()
  const chain = ctx.chains.get(chainId)!
  const isSigned = await verifySignature(chain, { address, message, signature }).catch((cause: unknown) => {
    throw new CairnError(
      'unavailable',
      `Chain ${chainId} did not answer whether this signature is valid. Send the same request again; its nonce is still good.`,
      { retryAfterSeconds: 5, cause },
    )
  })
  if (!isSigned)
    throw new CairnError(
      'unauthorized',
      `The signature is not by ${address} for this message on chain ${chainId}. Sign the exact message that you send.`,
    )
  // Only its owner learns of a ban.
  await assertNotBanned(ctx.db, address)
  // Only after the signature was checked: otherwise anyone could use up the budget of another wallet.
  await assertBudget({ ctx, input: { wallet: address, budget: 'sign_ins' } })
  const token = `cairn_session_${randomBytes(32).toString('base64url')}`
  const opened = await ctx.db.transaction(async (tx) => {
    const [taken] = await tx.delete(signInNonce).where(isOurs).returning({ expiresAt: signInNonce.expiresAt })
    if (!taken) throw nonceIsOver()
    await deleteExpired(tx, session)
    const [made] = await tx
      .insert(session)
      .values({
        tokenHash: hashToken(token),
        address: address.toLowerCase(),
        chainId,
        expiresAt: sql`date_trunc('second', service_now()) + make_interval(secs => ${sessionSeconds})`,
      })
      .returning({ expiresAt: session.expiresAt })
    await chargeBudget({
      ctx: { db: tx, env: ctx.env },
      input: { wallet: address, budget: 'sign_ins', amount: 1 },
    })
    return made!
  })
  return { address, expiresAt: opened.expiresAt, token }
}

function nonceIsOver(): CairnError {
  return new CairnError(
    'unauthorized',
    'The nonce of this message is unknown, was used, or is older than ten minutes. Get a new one from GET /api/auth/nonce and sign a message with it.',
  )
}
