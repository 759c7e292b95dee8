import type { WalletSettings } from '#lib/client/wallet/wallet-config'

/** What a network is called here. @param network CAIP-2 */
export function networkName({ networks }: WalletSettings, network: string): string {
  return networks.find(({ chainId }) => network === `eip155:${chainId}`)?.name ?? network
}
