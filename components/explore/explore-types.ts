import type { Address } from 'viem'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'

/** A network queries are paid on. */
export type ExploreNetwork = {
  id: `eip155:${number}`
  chainId: number
  name: string
  usdc: Address
  /** Absent if no public explorer shows the network's transactions. */
  explorerUrl: string | undefined
}

/** A network with the price of the current query. */
export type OfferedNetwork = ExploreNetwork & { amountAtomic: bigint }

export type ExploreSettings = {
  baseUrl: string
  networks: readonly ExploreNetwork[]
  wallet: WalletSettings
  /** The price of an answer in words, before the service has quoted it. */
  price: string
  /** A map style that replaces our own. */
  mapStyleUrl: string | undefined
  /** True in sandbox mode. */
  isDemo: boolean
}

/** The number of places with captures that the page lists. */
export const listedCells = 8
