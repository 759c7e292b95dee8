'use client'
import { type Address, UserRejectedRequestError } from 'viem'
import type { Config, Connector } from 'wagmi'
import { connect, disconnect, getConnection } from 'wagmi/actions'

/** The wallets to choose from. A legacy wallet without a name of its own is listed only if it exists in the page. */
export function listWallets(connectors: readonly Connector[]): Connector[] {
  const hasUnnamed = connectors.length === 1 && typeof window !== 'undefined' && 'ethereum' in window
  return connectors.filter(({ id }) => id !== 'injected' || hasUnnamed)
}

/** True if the owner of a wallet declined to sign. Not all wallets use the error that is meant for it. */
export function isDeclined(error: Error): boolean {
  return error instanceof UserRejectedRequestError || /rejected|denied/i.test(error.message)
}

type Connected = { connector: Connector; address: Address; chainId: number | undefined }

/** Connects the wallet with this `uid`, unless it is connected. @throws Error, in words for people, without a wallet or an account */
export async function connectWallet(config: Config, connectorId: string): Promise<Connected> {
  const connector = config.connectors.find(({ uid }) => uid === connectorId)
  if (!connector) throw new Error('This wallet is no longer available.')
  const now = getConnection(config)
  if (now.connector?.uid !== connector.uid) {
    if (now.isConnected) await disconnect(config)
    await connect(config, { connector })
  }
  const { address, chainId } = getConnection(config)
  if (!address) throw new Error('The wallet returned no account.')
  return { connector, address, chainId }
}
