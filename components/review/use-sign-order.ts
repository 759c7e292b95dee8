'use client'
import type { Network } from '@x402/core/types'
import type { Address } from 'viem'
import { type BountyOrder, signOrder } from '#lib/client/post-bounty'
import type { SignedOrder } from '#lib/client/signed-order'
import { usePayer } from '../wallet/use-payer.ts'

export type ComposeNetwork = { id: Network; chainId: number; name: string; usdc: Address }
type Wish = { order: BountyOrder; network: ComposeNetwork; connectorId: string }

/** Has a wallet sign an order. If anything fails before that, nothing is paid. */
export function useSignOrder() {
  const { signWith, isBusy, problem } = usePayer()
  const sign = ({ order, network, connectorId }: Wish): Promise<SignedOrder | undefined> =>
    signWith({ chainId: network.chainId, connectorId }, (payer) =>
      signOrder({ order, network: network.id, networkName: network.name, usdc: network.usdc, payer }),
    )
  return { sign, isBusy, problem }
}
