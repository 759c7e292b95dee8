import type { Address } from 'viem'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'

/** A network queries are paid on. */
export type ExploreNetwork = {
  id: `eip155:${number}`
  chainId: number
  name: string
  usdc: Address
  /** None where its transactions are on no public explorer. */
  explorerUrl: string | undefined
}

/** A network with what the present query costs on it. */
export type OfferedNetwork = ExploreNetwork & { amountAtomic: bigint }

export type ExploreSettings = {
  baseUrl: string
  networks: readonly ExploreNetwork[]
  wallet: WalletSettings
  /** Another map than our own. */
  mapStyleUrl: string | undefined
}
