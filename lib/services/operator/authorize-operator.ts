import 'server-only'
import { isAddressEqual } from 'viem'
import type { Env } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'
import type { Session } from '#lib/services/accounts/authorize-session'

/** True if a session is that of an operator: the list has its account and the chain on which its signature was valid. */
function isOperator(args: { ctx: { env: Pick<Env, 'operators'> }; session: Session }): boolean {
  const { chainId, address } = args.session
  return args.ctx.env.operators.some((one) => one.chainId === chainId && isAddressEqual(one.address, address))
}

/**
 * Returns the session if its wallet is an operator's.
 *
 * @throws CairnError `unauthorized`, with the same text for all other wallets
 */
export function authorizeOperator(args: { ctx: { env: Pick<Env, 'operators'> }; session: Session }): Session {
  if (isOperator(args)) return args.session
  throw new CairnError(
    'unauthorized',
    `${args.session.address}, signed in on chain ${args.session.chainId}, is not an operator of this service. Sign in with a wallet that OPERATOR_WALLETS lists.`,
  )
}
