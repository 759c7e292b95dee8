'use client'
import type { Network } from '@x402/core/types'
import { useState } from 'react'
import { type Address, UserRejectedRequestError } from 'viem'
import { useConfig } from 'wagmi'
import { connect, disconnect, getConnection, signTypedData, switchChain } from 'wagmi/actions'
import { ApiRefusal } from '#lib/client/call-api'
import { type BountyOrder, signOrder } from '#lib/client/post-bounty'
import type { SignedOrder } from '#lib/client/signed-order'

export type ComposeNetwork = { id: Network; chainId: number; name: string; usdc: Address }
type Wish = { order: BountyOrder; network: ComposeNetwork; connectorId: string }

/** Has a wallet sign an order. Whatever goes wrong until then, nothing was paid. */
export function useSignOrder() {
  const config = useConfig()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const sign = async ({ order, network, connectorId }: Wish): Promise<SignedOrder | undefined> => {
    setProblem('')
    setIsBusy(true)
    try {
      const connector = config.connectors.find(({ uid }) => uid === connectorId)
      if (!connector) throw new Error('This wallet is not there any more.')
      const now = getConnection(config)
      if (now.connector?.uid !== connector.uid) {
        if (now.isConnected) await disconnect(config)
        await connect(config, { connector })
      }
      // Wallets refuse to sign for a network they are not on.
      if (getConnection(config).chainId !== network.chainId)
        await switchChain(config, { chainId: network.chainId, connector })
      const { address } = getConnection(config)
      if (!address) throw new Error('The wallet gave no account.')
      return await signOrder({
        order,
        network: network.id,
        usdc: network.usdc,
        payer: {
          address,
          signTypedData: (message) =>
            signTypedData(config, { ...message, account: address, connector } as never),
        },
      })
    } catch (error) {
      setProblem(wordsOf(error as Error))
      return undefined
    } finally {
      setIsBusy(false)
    }
  }
  return { sign, isBusy, problem }
}

function wordsOf(error: Error): string {
  if (error instanceof ApiRefusal) return error.message
  if (error instanceof UserRejectedRequestError || /rejected|denied/i.test(error.message))
    return 'You did not sign. Nothing was paid.'
  const said = error.message.split('\n')[0]!.trim()
  return `${said}${/[.!?]$/.test(said) ? '' : '.'} Nothing was paid.`
}
