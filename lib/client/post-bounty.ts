import type { Network } from '@x402/core/types'
import type { Address } from 'viem'
import { wholeUsdc } from '#lib/domain/money/money'
import { type CreatedBounty, createdBountySchema } from '#lib/schemas/bounty'
import { keepBountyKey } from './bounty-keys.ts'
import { sendSigned } from './send-signed.ts'
import { serviceNow } from './service-clock.ts'
import { type Payer, signPayment } from './sign-payment.ts'
import { type SignedOrder, signedOrders } from './signed-order.ts'

export type BountyOrder = { title: string; brief: string; amount_usdc: number; deadline_days: number }

/** Has a wallet sign the amount in the form, and not one unit more. @throws as `signPayment` does */
export function signOrder(args: {
  order: BountyOrder
  network: Network
  networkName: string
  usdc: Address
  payer: Payer
}): Promise<SignedOrder> {
  const { order, network, networkName, usdc, payer } = args
  const body = JSON.stringify(order)
  return signPayment({
    request: { path: '/api/v1/bounties', body, title: order.title, page: '/bounties/new' },
    price: { network, networkName, usdc, amountAtomic: wholeUsdc(order.amount_usdc) },
    payer,
    place: signedOrders,
  })
}

/** Sends a signed order until it is answered, and stores the token of the bounty. @throws as `sendSigned` does */
export async function placeOrder(
  order: SignedOrder,
  onWait: (message: string) => void,
): Promise<CreatedBounty> {
  const { answer } = await sendSigned({
    signed: order,
    place: signedOrders,
    status: 201,
    parse: (text) => createdBountySchema.parse(JSON.parse(text)),
    // The token is stored nowhere else.
    keep: ({ answer: { bounty_id, agent_token, title, amount_usdc, network } }) =>
      keepBountyKey({
        bounty_id,
        agent_token,
        title,
        amount_usdc,
        network,
        kept_at: serviceNow().toISOString(),
      }),
    noAnswer:
      'Cairn could not be reached, and whether you were charged is not known yet. Your order is stored in this browser; sent again, it is charged at most once.',
    onWait,
  })
  return answer
}
