import type { FeeLimits } from '#lib/domain/chain/fees'

const gwei = 1_000_000_000n
const coin = 10n ** 18n

/** A network that can be paid on. Deployments can change some values; `.env.example` lists their settings. */
type Network = {
  name: string
  /** The USDC contract, with the name and version that it signs with (EIP-712). */
  usdc: { address: `0x${string}`; domainName: string; domainVersion: string }
  /** The coin in which gas is paid. It has 18 decimals on every EVM chain. */
  nativeCoin: string
  /** No trailing slash. */
  explorerUrl: string
  /** When a transaction counts as irreversible: once its block is behind this block tag, or has this many blocks on top. */
  finality: 'safe' | 'finalized' | number
  /** Blocks on top of a bounty's post before it is shown as open. */
  confirmations: number
  /** The lowest `maxFeePerGas` that the network accepts, and the highest that is offered, in wei. */
  fees: FeeLimits
  /** The maximum that the relayer spends on gas per day. */
  gasBudgetWei: bigint
}

/**
 * Every known network by its chain id: one row each. Settings of a network end with its chain id (`RPC_URLS_8453`), and
 * `NETWORKS` chooses the networks of a deployment.
 */
export const networks = {
  8453: {
    name: 'Base',
    usdc: {
      address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      domainName: 'USD Coin',
      domainVersion: '2',
    },
    nativeCoin: 'ETH',
    explorerUrl: 'https://basescan.org',
    finality: 'safe',
    confirmations: 5,
    fees: { floor: 0n, cap: 50n * gwei },
    // About 200,000 settlements.
    gasBudgetWei: coin / 20n,
  },
  5042: {
    name: 'Arc',
    usdc: {
      address: '0x3600000000000000000000000000000000000000',
      domainName: 'USDC',
      domainVersion: '2',
    },
    nativeCoin: 'USDC',
    explorerUrl: 'https://explorer.arc.io',
    finality: 0,
    confirmations: 0,
    // Arc refuses less than 20 gwei. 500 gwei is 0.05 USDC per 100,000 gas.
    fees: { floor: 20n * gwei, cap: 500n * gwei },
    // About 15,000 settlements.
    gasBudgetWei: 25n * coin,
  },
} as const satisfies Record<number, Network>

export type KnownChainId = keyof typeof networks

/** The networks of a deployment that sets no `NETWORKS`, in the order of quotes. A new network is not added automatically. */
export const usualChainIds = [8453, 5042] as const satisfies readonly KnownChainId[]

/** The usual networks first. */
export const knownChainIds: readonly KnownChainId[] = [
  ...new Set<KnownChainId>([...usualChainIds, ...(Object.keys(networks).map(Number) as KnownChainId[])]),
]

/** Where captures are attested, with its Ethereum Attestation Service. */
export const anchorNetwork = {
  chainId: 8453,
  eas: '0x4200000000000000000000000000000000000021',
  schemaRegistry: '0x4200000000000000000000000000000000000020',
  easExplorerUrl: 'https://base.easscan.org',
} as const

/** A chain of the table; `undefined` for others. */
export function networkOfChain(chainId: number): Network | undefined {
  return (networks as Readonly<Record<number, Network>>)[chainId]
}

/** The coin in which gas is paid. */
export function nativeCoin(chainId: number): string {
  return networkOfChain(chainId)?.nativeCoin ?? 'ETH'
}
