import 'server-only'
import { isAddressEqual } from 'viem'
import type { Env } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'
import type { Session } from '#lib/services/accounts/authorize-session'

/** Whether a session is one of an operator: the account and the chain where its signature held are both on the list. */
export function isOperator(args: { ctx: { env: Pick<Env, 'operators'> }; session: Session }): boolean {
  const { chainId, address } = args.session
  return args.ctx.env.operators.some((one) => one.chainId === chainId && isAddressEqual(one.address, address))
}

/**
 * The operator behind a session.
 *
 * @throws CairnError `unauthorized`, in the same words for every wallet that is not listed
 */
export function authorizeOperator(args: { ctx: { env: Pick<Env, 'operators'> }; session: Session }): Session {
  if (isOperator(args)) return args.session
  throw new CairnError(
    'unauthorized',
    `${args.session.address}, signed in on chain ${args.session.chainId}, is no operator of this service. Sign in with a wallet that OPERATOR_WALLETS lists.`,
  )
}
