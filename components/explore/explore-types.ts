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

/** A network with what the present query costs on it. */
export type OfferedNetwork = ExploreNetwork & { amountAtomic: bigint }

export type ExploreSettings = {
  baseUrl: string
  networks: readonly ExploreNetwork[]
  wallet: WalletSettings
  /** What an answer costs, in words, before the service has quoted it. */
  price: string
  /** Another map than our own. */
  mapStyleUrl: string | undefined
}
