import 'server-only'
import { TransactionNotFoundError } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { OperatorId } from '#lib/domain/access/operator-id'
import type { Found } from '#lib/schemas/operator-find'
import type { IdSearch } from '#lib/services/operator/find/id-search'

type Hash = `0x${string}`

/** Searches each network itself, which may have a transaction that the database lacks. */
export function chainSearches(args: { ctx: Pick<Context, 'env' | 'chains'>; read: OperatorId }): IdSearch[] {
  const { ctx, read } = args
  if (read.form !== 'hash') return []
  return ctx.env.networks.map((network) => ({
    place: `${network.name} itself`,
    look: () => findOnChain(ctx, network, read.value),
  }))
}

async function findOnChain(
  { env, chains }: Pick<Context, 'env' | 'chains'>,
  network: NetworkConfig,
  hash: Hash,
): Promise<Found[]> {
  const chain = chains.get(network.chainId)!
  const href = env.mode === 'sandbox' ? null : `${network.explorerUrl}/tx/${hash}`
  const said = (text: string): Found[] => [
    { kind: `transaction on ${network.name}`, id: hash, text, at: null, href },
  ]
  const receipt = await findReceipt(chain, [hash])
  if (receipt) {
    const how = receipt.status === 'success' ? 'Succeeded' : 'Reverted'
    return said(`${how} in block ${receipt.blockNumber}; sent by ${receipt.from}.`)
  }
  return (await isWaiting(chain, hash)) ? said('Known to the node, and in no block yet.') : []
}

async function isWaiting({ client }: Chain, hash: Hash): Promise<boolean> {
  try {
    await client.getTransaction({ hash })
    return true
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false
    throw error
  }
}
