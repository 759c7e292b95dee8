import 'server-only'
import { bytesToHex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { compareKeys, comparePlace } from '#lib/services/freeze/compare-keys'
import { findForeignWork } from '#lib/services/freeze/find-foreign-work'
import { freezeService } from '#lib/services/freeze/freeze-service'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { loadCursor } from '#lib/services/ledger/books'

type Ctx = Pick<Context, 'sql' | 'db' | 'log' | 'chains' | 'env'>

/**
 * Checks for signs that this database is an older copy, and freezes the service at the first one: the database is at another place than
 * before; a chain shows more uses of our keys than the database; the ledger has transactions of ours that it never signed; or the last
 * block of the ledger is not on the chain. A chain that does not answer is checked the next time.
 *
 * @returns the networks that could not be checked
 */
export async function watchCopy({ ctx }: { ctx: Ctx }): Promise<string[]> {
  if (await getFreeze({ ctx })) return []
  if (await comparePlace({ ctx })) return []
  const silent = await Promise.all(
    ctx.env.networks.map(async (network) => {
      try {
        await lookAt(ctx, network)
        return []
      } catch (error) {
        ctx.log.warn(
          { network: network.id, error: errorText(error) },
          'could not check whether this database is an older copy',
        )
        return [network.id]
      }
    }),
  )
  return silent.flat()
}

async function lookAt(ctx: Ctx, network: NetworkConfig): Promise<void> {
  if (await compareKeys({ ctx, network })) return
  const reason = (await findForeignWork({ ctx, network })) ?? (await findMissingBlock(ctx, network))
  if (reason !== undefined) await freezeService({ ctx, tx: ctx.db, input: { cause: 'chain', reason } })
}

/** A local chain loses its last blocks when it is killed; a real one never does. */
async function findMissingBlock(ctx: Ctx, network: NetworkConfig): Promise<string | undefined> {
  if (ctx.env.mode === 'sandbox') return undefined
  const cursor = await loadCursor(ctx, network.chainId)
  if (!cursor) return undefined
  const { client } = ctx.chains.get(network.chainId)!
  const { hash } = await client.getBlock({ blockNumber: BigInt(cursor.block) })
  if (hash === bytesToHex(cursor.blockHash)) return undefined
  return `The books of ${network.name} end with block ${cursor.block}, and the chain has another one there: the database is of another chain, or the RPC endpoint is.`
}
