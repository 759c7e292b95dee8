import 'server-only'
import type { Hex } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import {
  type ExpectedTransfer,
  type FoundTransfer,
  findTransfer,
  isNonceSpent,
} from '#lib/adapters/facilitator/authorization'
import { chainIdOf } from '#lib/domain/caip2'
import type { ExactPayment } from '#lib/schemas/x402'
import { keyOf, type PaymentKey } from '#lib/services/payments/types'

/** `spent`: used or cancelled without paying us. */
export type Truth = ({ is: 'paid' } & FoundTransfer) | { is: 'unused' } | { is: 'spent' }

/** How far a transfer may lie before its row: clocks differ, and a row may have been lost and written again. */
const marginMs = 10 * 60 * 1_000

/** The transfer that an authorization is for. */
export function expectedOf(input: PaymentKey & { payTo: string; amountAtomic: bigint }): ExpectedTransfer {
  return {
    asset: input.asset as Hex,
    from: input.payer as Hex,
    nonce: input.nonce as Hex,
    payTo: input.payTo as Hex,
    value: input.amountAtomic,
  }
}

/** What the chain says of an authorization, whoever sent it. */
export async function readTruth(args: {
  ctx: Pick<Context, 'chains'>
  input: PaymentKey & { payTo: string; amountAtomic: bigint; createdAt: Date }
}): Promise<Truth> {
  const { ctx, input } = args
  const chain = chainOf(ctx, input.network)
  const expected = expectedOf(input)
  if (!(await isNonceSpent({ chain, expected }))) return { is: 'unused' }
  const notBefore = new Date(input.createdAt.getTime() - marginMs)
  const found = await findTransfer({ chain, expected, notBefore })
  return found ? { is: 'paid', ...found } : { is: 'spent' }
}

/** The same for a payment that was shown; `unknown` when the chain cannot be asked. */
export async function askTruth(args: {
  ctx: Pick<Context, 'chains' | 'log'>
  payment: ExactPayment
  createdAt: Date
}): Promise<Truth | { is: 'unknown' }> {
  const { ctx, payment, createdAt } = args
  const payTo = payment.payload.authorization.to
  const amountAtomic = BigInt(payment.accepted.amount)
  try {
    return await readTruth({ ctx, input: { ...keyOf(payment), payTo, amountAtomic, createdAt } })
  } catch (error) {
    ctx.log.error({ ...keyOf(payment), error: errorText(error) }, 'the chain cannot be asked')
    return { is: 'unknown' }
  }
}

/** @throws when the settings do not have the network any more */
export function chainOf({ chains }: Pick<Context, 'chains'>, network: string): Chain {
  const chain = chains.get(chainIdOf(network))
  if (!chain) throw new Error(`${network} is not configured any more`)
  return chain
}
