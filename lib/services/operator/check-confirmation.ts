import 'server-only'
import { and, eq, gt, sql } from 'drizzle-orm'
import { isAddressEqual } from 'viem'
import { signInNonce } from '#db/schema/account'
import { verifySignature } from '#lib/adapters/chain/verify-signature'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { hashToken } from '#lib/adapters/hash-token'
import { CairnError, fieldError } from '#lib/domain/errors'
import type { Session } from '#lib/services/accounts/authorize-session'
import { readSignInMessage } from '#lib/services/accounts/read-sign-in-message'
import type { Confirmation } from '#lib/services/operator/action'
import type { DescribedAction } from '#lib/services/operator/describe-action'

/**
 * Checks that the operator signed exactly this action with its current effect.
 *
 * @returns the message's nonce, which the transaction of the action has to take
 * @throws CairnError `invalid_request`, `unauthorized`, `conflict` when the effect is another than what was signed, `unavailable`
 */
export async function checkConfirmation(args: {
  ctx: Context
  described: DescribedAction
  operator: Session
  confirmation: Confirmation | undefined
}): Promise<string> {
  const { ctx, described, operator, confirmation } = args
  if (!confirmation)
    throw fieldError('confirmation', 'this action moves money, so it needs its own signature')
  const { message, signature } = confirmation
  const said = readSignInMessage({ env: ctx.env, message, now: ctx.clock.now() })
  if (!isAddressEqual(said.address, operator.address) || said.chainId !== operator.chainId)
    throw new CairnError('unauthorized', 'The message was signed by another wallet than the one signed in.')
  if (said.resources.length !== 1 || said.resources[0] !== described.resource)
    throw new CairnError('unauthorized', 'The message was signed for another action, input or reason.')
  if (said.statement !== described.statement)
    throw new CairnError('conflict', 'What this would do has changed since it was signed. Check it again.')
  const chain = ctx.chains.get(said.chainId)!
  const isSigned = await verifySignature(chain, { address: said.address, message, signature }).catch(
    (cause: unknown) => {
      throw new CairnError('unavailable', 'The chain did not answer whether this signature is valid.', {
        retryAfterSeconds: 5,
        cause,
      })
    },
  )
  if (!isSigned) throw new CairnError('unauthorized', 'The signature is not valid for this message.')
  return said.nonce
}

/** Marks a nonce as used. @throws CairnError `unauthorized` if it is unknown, used or too old */
export async function markConfirmationUsed({ tx, nonce }: { tx: Tx; nonce: string }): Promise<void> {
  const [taken] = await tx
    .delete(signInNonce)
    .where(and(eq(signInNonce.nonceHash, hashToken(nonce)), gt(signInNonce.expiresAt, sql`service_now()`)))
    .returning({ expiresAt: signInNonce.expiresAt })
  if (!taken)
    throw new CairnError('unauthorized', 'This signature was used, or is older than ten minutes. Sign again.')
}
