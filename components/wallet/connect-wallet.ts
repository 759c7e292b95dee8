'use client'
import type { Address } from 'viem'
import type { Config, Connector } from 'wagmi'
import { connect, disconnect, getConnection } from 'wagmi/actions'

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
