import type { WalletSettings } from '#lib/client/wallet/wallet-config'

/** What a network is called here. @param network CAIP-2 */
export function networkName({ networks }: WalletSettings, network: string): string {
  return networks.find(({ chainId }) => network === `eip155:${chainId}`)?.name ?? network
}

/** Where anyone can look at a transaction of a network; `undefined` where there is no public explorer. */
export function transactionUrl(settings: WalletSettings, network: string, tx: string): string | undefined {
  const url = settings.networks.find(({ chainId }) => network === `eip155:${chainId}`)?.explorerUrl
  return url && `${url}/tx/${tx}`
}
