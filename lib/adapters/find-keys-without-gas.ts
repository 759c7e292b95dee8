import 'server-only'
import { ownKeys } from '#lib/adapters/boot-check'
import type { Context } from '#lib/adapters/context'
import { inTime } from '#lib/adapters/in-time'
import { addressOf } from '#lib/adapters/key-ref'
import { nativeCoin } from '#lib/domain/chain/networks'

const timeoutMs = 5_000

/**
 * Finds the keys of this process that own nothing to pay gas with, on each network. Such a process starts and serves pages, but the
 * first transaction of the key waits. Networks that do not respond are left out.
 *
 * @returns a sentence for each key and network
 */
export async function findKeysWithoutGas(ctx: Pick<Context, 'env' | 'chains'>): Promise<string[]> {
  const keys = Object.entries(ownKeys(ctx.env))
  const asked = ctx.env.networks.flatMap(({ chainId, name }) =>
    keys.map(async ([variable, key]) => {
      const address = addressOf(key)
      const chain = ctx.chains.get(chainId)
      const balance = chain && (await inTime(timeoutMs, chain.client.getBalance({ address })))
      return balance === 0n
        ? [`${variable}: ${address} has no ${nativeCoin(chainId)} on ${name}, and cannot pay for gas there`]
        : []
    }),
  )
  return (await Promise.all(asked)).flat()
}
