import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { chainTx } from '#db/schema/outbox'
import { withAdvisoryLock } from '#lib/adapters/advisory-lock'
import type { Chain } from '#lib/adapters/chain/client'
import { openAccount, readNextNonce, skipTo } from '#lib/adapters/chain/outbox-nonce'
import { sendQueued } from '#lib/adapters/chain/outbox-queued'
import { refill } from '#lib/adapters/chain/outbox-rebroadcast'
import { inQueue, type SenderQueue, stateIs } from '#lib/adapters/chain/outbox-rows'
import { followSigned } from '#lib/adapters/chain/outbox-signed'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { defaultTiming, nextNonceStep, type TransactionTiming } from '#lib/domain/chain/next-transaction-step'

type QueueArgs = {
  ctx: Pick<Context, 'db' | 'sql' | 'log'>
  chain: Chain
  signer: Signer
  timing?: TransactionTiming
}

/** Senders whose nonce this process has compared with the chain's. */
const compared = new WeakMap<Chain, Set<string>>()

/**
 * One pass over the transactions of a sender: signs queued ones, follows signed ones to their final block, resends dropped ones, and offers
 * higher fees for those that wait too long. A queue without open transactions costs one query.
 *
 * @returns true if it had open transactions
 */
export async function runSenderQueue(args: QueueArgs): Promise<boolean> {
  const { ctx, chain, signer } = args
  const queue = { chainId: chain.chainId, sender: signer.address }
  await compareNonce(args, queue)
  const [open] = await ctx.db
    .select({ id: chainTx.id })
    .from(chainTx)
    .where(and(inQueue(queue), stateIs('queued', 'sent', 'mined')))
    .limit(1)
  if (open) await withAdvisoryLock(ctx.sql, lockOf(chain, signer.address), () => passSenderQueue(args))
  return open !== undefined
}

/** The pass without its lock, which only saves work: several passes of one sender at the same time are safe. */
export async function passSenderQueue(args: QueueArgs): Promise<void> {
  const { ctx, chain, signer, timing = defaultTiming } = args
  await sendQueued({ ctx, chain, signer })
  await followSigned({
    ctx,
    chain,
    signer,
    timing,
    queue: { chainId: chain.chainId, sender: signer.address },
  })
}

/**
 * Follows transactions signed with keys that this process does not have: sends the same bytes again and records how they end.
 * It cannot offer higher fees, because that needs a signature.
 *
 * @param own accounts of the keys that this process has, which `runSenderQueue` looks after
 */
export async function followOthers(
  args: Omit<QueueArgs, 'signer'> & { own: readonly Address[] },
): Promise<void> {
  const { ctx, chain, own, timing = defaultTiming } = args
  const { chainId } = chain
  const senders = await ctx.db
    .selectDistinct({ sender: chainTx.sender })
    .from(chainTx)
    .where(and(eq(chainTx.chainId, chainId), stateIs('sent', 'mined')))
  const isOwn = (sender: string) => own.some((address) => address.toLowerCase() === sender)
  for (const { sender } of senders) {
    if (isOwn(sender)) continue
    const queue = { chainId, sender: sender as Address }
    await withAdvisoryLock(ctx.sql, lockOf(chain, queue.sender), () =>
      followSigned({ ctx, chain, queue, timing }),
    )
  }
}

/**
 * Rejects transactions that are queued for keys that no longer exist. They were never signed, so they can be requested again with the new
 * key.
 */
export async function rejectQueued(args: {
  ctx: QueueArgs['ctx']
  chain: Chain
  senders: readonly Address[]
}): Promise<void> {
  const { ctx, chain, senders } = args
  for (const sender of senders) {
    const rejected = await ctx.db
      .update(chainTx)
      .set({
        state: 'rejected',
        error: 'its key was retired before it was signed',
        updatedAt: sql`service_now()`,
      })
      .where(and(inQueue({ chainId: chain.chainId, sender }), stateIs('queued')))
      .returning({ id: chainTx.id })
    if (rejected.length === 0) continue
    ctx.log.warn(
      { network: chain.id, sender, count: rejected.length },
      'transactions queued for a retired key rejected',
    )
  }
}

function lockOf(chain: Chain, sender: Address): string {
  return `sender queue ${chain.id} ${sender.toLowerCase()}`
}

/** Once per process and sender: starts the count of a new key, and detects a chain that does not fit this database. */
async function compareNonce({ ctx, chain, signer }: QueueArgs, queue: SenderQueue): Promise<void> {
  const done = compared.get(chain) ?? new Set<string>()
  compared.set(chain, done)
  const { address } = signer
  if (done.has(address)) return
  // The chain's count first: ours only grows, and before anything is sent.
  const onChain = await chain.client.getTransactionCount({ address, blockTag: 'latest' })
  const stored = await readNextNonce(ctx.db, chain, address)
  const step = nextNonceStep({ stored, onChain })
  if (step.do === 'open') await openAccount({ db: ctx.db, chain, address })
  else if (step.do === 'skip') {
    ctx.log.error(
      { network: chain.id, sender: address, onChain, stored },
      'this key was used outside this database; its nonces are skipped',
    )
    await skipTo(ctx.db, chain, address, step.to)
  } else if (step.do === 'refill') await refill({ ctx, chain, queue, from: step.from, below: step.below })
  done.add(address)
}
