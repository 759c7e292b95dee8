import { demoKey } from '#lib/adapters/demo-keys'
import type { Env } from '#lib/adapters/env'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'

/** The settings of a page with a wallet. Only a sandbox has demo wallets, one for each role, whose keys are public. */
export function walletSettings(env: Env, role: 'contributor' | 'poster' | 'operator'): WalletSettings {
  return {
    networks: env.networks.map(({ chainId, name, explorerUrl }) => ({
      chainId,
      name,
      // A local chain has no public explorer.
      explorerUrl: env.mode === 'sandbox' ? undefined : explorerUrl,
    })),
    demo:
      env.mode === 'sandbox'
        ? {
            privateKey: demoKey(role),
            name: `the demo wallet (${role === 'poster' ? 'test money' : role})`,
            endpoints: Object.fromEntries(
              env.networks.flatMap(({ chainId, rpcUrls: [url] }) =>
                url === undefined ? [] : [[chainId, url]],
              ),
            ),
          }
        : undefined,
  }
}
