'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { type Connector, useConfig, useConnection } from 'wagmi'
import { switchChain } from 'wagmi/actions'
import { readUsdcBalance, tooLittle } from '#lib/client/wallet/usdc-balance'
import { readableUsdc } from '#lib/domain/money/money'
import { useWhenOnline } from '../ui/use-when-online.ts'
import { connectWallet, isDeclined } from './connect-wallet.ts'

type Network = { chainId: number; name: string; usdc: Address }
type Props = {
  connector: Connector
  network: Network
  /** The amount to pay; `undefined` until one is chosen. */
  amountAtomic: bigint | undefined
  /** The balance is read again after a payment. */
  isPaying: boolean
}

/** Shows the wallet's USDC balance on the chosen network, and whether it is enough. A wallet that is not connected is connected only when the button is pressed. */
export function WalletBalance({ connector, network, amountAtomic, isPaying }: Props) {
  const balance = useUsdcBalance({ connector, network, isPaying })
  const showing = useShowBalance({ connector, network })
  useWhenOnline(balance.isError, () => balance.refetch())
  if (balance.isError)
    return (
      <Line>
        <span role="alert">The balance of this wallet could not be read.</span>
        <Press onPress={() => balance.refetch()}>Try again</Press>
      </Line>
    )
  if (balance.isFetching && balance.data === undefined) return <Line>Reading the balance…</Line>
  if (balance.data === undefined)
    return (
      <Line>
        <Press isBusy={showing.isPending} onPress={() => showing.mutate()}>
          {`Show the balance on ${network.name}`}
        </Press>
        {showing.error && <span role="alert">{wordsOf(showing.error)}</span>}
      </Line>
    )
  const has = `${readableUsdc(balance.data)} USDC on ${network.name}`
  const lacks = tooLittle(balance.data, amountAtomic)
  return (
    <Line>
      <span role="status" className={lacks > 0n ? 'font-semibold text-bad' : ''}>
        This wallet has {has}
        {lacks > 0n ? `, ${readableUsdc(lacks)} USDC too little.` : '.'}
      </span>
      {/* Money may arrive while the page stays in front. */}
      {lacks > 0n && (
        <Press isBusy={balance.isFetching} onPress={() => balance.refetch()}>
          Read again
        </Press>
      )}
    </Line>
  )
}

type Read = { connector: Connector | undefined; network: Network | undefined; isPaying: boolean }

/** The balance of a connected wallet. `data` is `undefined` if the wallet is not connected, or is on another network. */
export function useUsdcBalance({ connector, network, isPaying }: Read) {
  const { address, chainId, connector: connected } = useConnection()
  const owner = connector && connected?.uid === connector.uid ? address : undefined
  const query = useQuery({
    queryKey: ['usdc balance', connector?.uid, owner, network?.chainId, chainId],
    queryFn: async () => {
      const provider = (await connector!.getProvider()) as Parameters<typeof readUsdcBalance>[0]['provider']
      const { chainId: wanted, usdc } = network!
      const balance = await readUsdcBalance({ provider, chainId: wanted, usdc, owner: owner! })
      return balance ?? null
    },
    enabled: owner !== undefined && network !== undefined && !isPaying,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  return { ...query, data: query.data ?? undefined }
}

/** Connects the wallet and has it change to the network. */
function useShowBalance({ connector, network }: Pick<Props, 'connector' | 'network'>) {
  const config = useConfig()
  return useMutation({
    mutationFn: async () => {
      const { chainId } = await connectWallet(config, connector.uid)
      if (chainId !== network.chainId) await switchChain(config, { chainId: network.chainId, connector })
    },
  })
}

function Line({ children }: { children: ReactNode }) {
  return <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-soft">{children}</p>
}

function Press(props: { children: string; isBusy?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="min-h-6 underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      disabled={props.isBusy}
      onClick={props.onPress}
    >
      {props.children}
    </button>
  )
}

function wordsOf(error: Error): string {
  return isDeclined(error) ? 'The wallet was not connected.' : error.message.split('\n')[0]!
}
