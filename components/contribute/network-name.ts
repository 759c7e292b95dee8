import type { WalletSettings } from '#lib/client/wallet/wallet-config'

/** The display name of a network. @param network CAIP-2 */
export function networkName({ networks }: WalletSettings, network: string): string {
  return networks.find(({ chainId }) => network === `eip155:${chainId}`)?.name ?? network
}

/** The address of a transaction in the public explorer; `undefined` if the network has none. */
export function transactionUrl(settings: WalletSettings, network: string, tx: string): string | undefined {
  const url = settings.networks.find(({ chainId }) => network === `eip155:${chainId}`)?.explorerUrl
  return url && `${url}/tx/${tx}`
}
