import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, max } from 'drizzle-orm'
import { type Address, BaseError, RpcRequestError } from 'viem'
import { chainAccount, chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { escrowsOf } from '#lib/adapters/chain/escrow'
import { skipTo } from '#lib/adapters/chain/outbox-nonce'
import { isOwnEffect } from '#lib/adapters/chain/own-effect'
import { findSentBy } from '#lib/adapters/chain/sent-by'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import type { NetworkConfig } from '#lib/adapters/env'
import { multicall3Address } from '#lib/adapters/facilitator/transfer-call'
import { freezeService } from '#lib/services/freeze/freeze-service'
import { compareIncarnation } from '#lib/services/freeze/incarnation'
import { isFrozen } from '#lib/services/freeze/is-frozen'

type Ctx = Pick<Context, 'sql' | 'db' | 'log' | 'chains' | 'env'>
type Args = { ctx: Ctx; network: NetworkConfig }

/** What this process has compared, by connection pool: networks, and the place of the database. */
const compared = new WeakMap<Sql, Set<string>>()
const place = 'where the database lies'
/** After this time, a network that has not answered counts as unavailable. */
const patienceMs = 2_000

/** True if the service is not frozen, and this database is the one that the service trusted last. */
async function mayGoOn({ ctx }: { ctx: Ctx }): Promise<boolean> {
  if (await isFrozen({ ctx })) return false
  const done = doneBy(ctx.sql)
  if (done.has(place)) return true
  if (await comparePlace({ ctx })) return false
  done.add(place)
  return true
}

/**
 * True if our keys may be used on a network: the service runs, and once in this process the chain was compared with the database
 * and shows no use of our keys that the database does not know. Call this before signing or selling anything.
 *
 * @throws if the chain was not compared yet and fails to answer
 */
export async function mayUseKeys({ ctx, network }: Args): Promise<boolean> {
  if (!(await mayGoOn({ ctx }))) return false
  const done = doneBy(ctx.sql)
  if (done.has(network.id)) return true
  if (await compareKeys({ ctx, network })) return false
  done.add(network.id)
  return true
}

/**
 * True if our keys may be used on all networks that answer. A network that is down does not block the others.
 */
export async function mayDecide({ ctx }: { ctx: Ctx }): Promise<boolean> {
  if (!(await mayGoOn({ ctx }))) return false
  const all = ctx.env.networks.map((network) =>
    Promise.race([mayUseKeys({ ctx, network }).catch(() => true), sleep(patienceMs, true, { ref: false })]),
  )
  return (await Promise.all(all)).every(Boolean)
}

function doneBy(sql: Sql): Set<string> {
  const done = compared.get(sql) ?? new Set<string>()
  compared.set(sql, done)
  return done
}

/** True if the database was found to be another copy. The service is then frozen. */
export async function comparePlace({ ctx }: { ctx: Pick<Ctx, 'sql' | 'db' | 'log'> }): Promise<boolean> {
  const differs = await compareIncarnation({ ctx })
  if (differs.length === 0) return false
  const reason = `This database is another copy than the one that was used last: ${differs.join('; ')}.`
  await freezeService({ ctx, tx: ctx.db, input: { cause: 'copy', reason } })
  return true
}

/**
 * Compares how often each of our keys was used on a chain with how often this database used it. If the chain
 * is ahead with transactions of this service, the database is an older copy and the service is frozen. If it
 * is ahead only with manual transactions, their nonces are skipped. Unidentifiable transactions count as
 * ours.
 *
 * @returns true if the database was found to be an older copy
 * @throws when the chain does not answer
 */
export async function compareKeys({ ctx, network }: Args): Promise<boolean> {
  const chain = ctx.chains.get(network.chainId)!
  const isOfChain = eq(chainAccount.chainId, network.chainId)
  const keys = await ctx.db.select({ address: chainAccount.address }).from(chainAccount).where(isOfChain)
  // The chain's counts first: ours only grow, and before anything is sent.
  const counts = await Promise.all(
    keys.map(async ({ address }) => {
      const sender = address as Address
      return {
        sender,
        onChain: await chain.client.getTransactionCount({ address: sender, blockTag: 'latest' }),
      }
    }),
  )
  const rows = await ctx.db
    .select({ address: chainAccount.address, ours: chainAccount.nextNonce })
    .from(chainAccount)
    .where(isOfChain)
  const oursOf = new Map(rows.map(({ address, ours }) => [address, ours]))
  const found = await Promise.all(
    counts.map(({ sender, onChain }) =>
      compareKey({ ctx, network }, chain, sender, onChain, oursOf.get(sender)),
    ),
  )
  return found.some((isOlder) => isOlder)
}

async function compareKey(
  { ctx, network }: Args,
  chain: Chain,
  address: Address,
  onChain: number,
  ours: number | undefined,
): Promise<boolean> {
  if (ours === undefined || onChain <= ours) return false
  const judged = await judge(ctx, network, chain, address, ours)
  const data = { chain: chain.id, sender: address, onChain, ours }
  if (judged === 'by hand') {
    ctx.log.error(data, 'this key was used outside this database; its nonces are skipped')
    await skipTo(ctx.db, chain, address, onChain)
    return false
  }
  const times = onChain - ours
  await freezeService({
    ctx,
    tx: ctx.db,
    input: {
      cause: 'chain',
      reason: `On ${network.name} the key ${address} has sent ${times} transaction${times === 1 ? '' : 's'} that this database does not have: ${judged}. It is an older copy, or the key is used by somebody else.`,
    },
  })
  return true
}

async function judge(
  { env, db }: Ctx,
  network: NetworkConfig,
  chain: Chain,
  address: Address,
  fromNonce: number,
): Promise<string> {
  const [last] = await db
    .select({ block: max(chainTx.minedBlock) })
    .from(chainTx)
    .where(and(eq(chainTx.chainId, chain.chainId), eq(chainTx.sender, address)))
  const since = last?.block ?? network.ledgerFromBlock
  const places = {
    usdc: network.usdc.address,
    escrows: escrowsOf(network),
    batcher: multicall3Address,
    eas: env.anchor.eas,
  }
  try {
    const { sent, whole } = await findSentBy({ chain, address, fromNonce, since })
    const own = sent.find((tx) => isOwnEffect(tx, places))
    if (own) return `${own.hash} does what this service does`
    return whole ? 'by hand' : 'not all of them could be looked at'
  } catch (error) {
    // The node failed to answer: it is unavailable, and is asked again.
    if (!(error instanceof BaseError) || !error.walk((cause) => cause instanceof RpcRequestError)) throw error
    return 'the node lacks blocks that old, so their effect is unknown'
  }
}
