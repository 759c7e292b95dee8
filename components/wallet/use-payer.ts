'use client'
import { useState } from 'react'
import { useConfig } from 'wagmi'
import { signTypedData, switchChain } from 'wagmi/actions'
import { ApiRefusal } from '#lib/client/api-refusal'
import { isOffline } from '#lib/client/offline'
import type { Payer } from '#lib/client/sign-payment'
import { useWhenOnline } from '../ui/use-when-online.ts'
import { connectWallet, isDeclined } from './connect-wallet.ts'

type With = { chainId: number; connectorId: string }

/** Switches a wallet to a network and has it sign a payment. If anything fails before that, nothing is paid. */
export function usePayer() {
  const config = useConfig()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [isLost, setIsLost] = useState(false)
  // A payment that failed only because there was no connection can be tried again.
  useWhenOnline(isLost, () => setProblem(''))
  /** @returns the result of `sign`; `undefined` if it failed, and `problem` then says why */
  const signWith = async <Signed>(
    { chainId, connectorId }: With,
    sign: (payer: Payer) => Promise<Signed>,
  ): Promise<Signed | undefined> => {
    setProblem('')
    setIsBusy(true)
    try {
      const { connector, address, chainId: connectedTo } = await connectWallet(config, connectorId)
      // Wallets refuse to sign for a network that they are not connected to.
      if (connectedTo !== chainId) await switchChain(config, { chainId, connector })
      return await sign({
        address,
        signTypedData: (message) =>
          signTypedData(config, { ...message, account: address, connector } as never),
      })
    } catch (error) {
      setProblem(wordsOf(error as Error))
      setIsLost(isOffline() || (error instanceof ApiRefusal && error.status === 0))
      return undefined
    } finally {
      setIsBusy(false)
    }
  }
  return { signWith, isBusy, problem }
}

function wordsOf(error: Error): string {
  if (isDeclined(error)) return 'You did not sign. Nothing was paid.'
  const said = error instanceof ApiRefusal ? error.text : error.message.split('\n')[0]!.trim()
  if (/(nothing (was )?paid|paid nothing)\.$/i.test(said)) return said
  return `${said}${/[.!?]$/.test(said) ? '' : '.'} Nothing was paid.`
}
