import type { Chain } from 'viem'
import { type Config, createConfig, createStorage, unstable_connector } from 'wagmi'
import { injected } from 'wagmi/connectors/injected'
import { type DemoWallet, demoConnector } from './demo-connector.ts'

/** Settings of the networks for pages and, in a sandbox, of the demo wallet. */
export type WalletSettings = {
  networks: readonly { chainId: number; name: string; explorerUrl?: string | undefined }[]
  demo: DemoWallet | undefined
}

/**
 * The wallets of this browser: those that announce themselves (EIP-6963), the one at `window.ethereum`, and the demo wallet of a sandbox.
 * Chains are read through the wallet, so the pages need no endpoint.
 */
export function createWalletConfig({ networks, demo }: WalletSettings): Config {
  const [first, ...others] = networks.map(
    ({ chainId, name }): Chain => ({
      id: chainId,
      name,
      nativeCurrency: { name: 'Gas', symbol: 'GAS', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }),
  )
  if (!first) throw new Error('a wallet needs a network')
  const chains: [Chain, ...Chain[]] = [first, ...others]
  return createConfig({
    chains,
    connectors: [injected(), ...(demo ? [demoConnector(demo)] : [])],
    transports: Object.fromEntries(chains.map(({ id }) => [id, unstable_connector({ type: 'injected' })])),
    storage: createStorage({ storage: ownStorage }),
    ssr: true,
  })
}

/** Stores which wallet was used last. The library's own storage throws if the browser blocks storage. */
const ownStorage = {
  getItem: (name: string): string | null => ifAllowed((storage) => storage.getItem(name)) ?? null,
  setItem: (name: string, value: string): void => ifAllowed((storage) => storage.setItem(name, value)),
  removeItem: (name: string): void => ifAllowed((storage) => storage.removeItem(name)),
}

function ifAllowed<Value>(use: (storage: Storage) => Value): Value | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return use(window.localStorage)
  } catch {
    return undefined
  }
}
