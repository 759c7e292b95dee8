import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { chainTx } from '#db/schema/outbox'
import { withAdvisoryLock } from '#lib/adapters/advisory-lock'
import type { Chain } from '#lib/adapters/chain/client'
import { assignQueued } from '#lib/adapters/chain/outbox-assign'
import { bump } from '#lib/adapters/chain/outbox-bump'
import { confirmRows } from '#lib/adapters/chain/outbox-confirm'
import { openAccount, readNextNonce, skipTo } from '#lib/adapters/chain/outbox-nonce'
import { refill, resend } from '#lib/adapters/chain/outbox-resend'
import { type Lane, type LaneRow, ofLane, openRows, stateIs } from '#lib/adapters/chain/outbox-rows'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'

/** When to send the same bytes again, and when to offer more. Real time. */
export type LaneTiming = { resendAfterMs: number; bumpAfterMs: number }

const defaultTiming: LaneTiming = { resendAfterMs: 5_000, bumpAfterMs: 30_000 }

type LaneArgs = {
  ctx: Pick<Context, 'db' | 'sql' | 'log'>
  chain: Chain
  signer: Signer
  timing?: LaneTiming
}

/** Lanes whose nonce this process has compared with the chain's. */
const compared = new WeakMap<Chain, Set<string>>()

/**
 * One pass over everything a key has to do on a chain: sign what is queued, send again what was dropped, follow what is
 * mined to its final block, offer more for what waits too long. A lane with nothing open costs one query.
 */
export async function runLane(args: LaneArgs): Promise<void> {
  const { ctx, chain, signer } = args
  const lane = { chainId: chain.chainId, sender: signer.address }
  await compareNonce(args, lane)
  const [open] = await ctx.db
    .select({ id: chainTx.id })
    .from(chainTx)
    .where(and(ofLane(lane), stateIs('queued', 'sent', 'mined')))
    .limit(1)
  if (open) await withAdvisoryLock(ctx.sql, lockOf(chain, signer.address), () => passLane(args))
}

/** The pass without its lock, which is there for speed only: several at once on one key are safe. */
export async function passLane(args: LaneArgs): Promise<void> {
  const { ctx, chain, signer, timing = defaultTiming } = args
  const lane = { chainId: chain.chainId, sender: signer.address }
  await assignQueued({ ctx, chain, signer })
  const rows = await openRows(ctx, lane)
  if (rows.length === 0) return
  const { unmined, chainNonce } = await confirmRows({ ctx, chain, lane, rows })
  const lowest = unmined[0]
  if (lowest === undefined || chainNonce === undefined) return
  // Before anything is sent again: what an operator wants instead of it.
  for (const { txId, bumpIsAsked, cancelIsAsked: isEmpty, attempts } of unmined) {
    if (isEmpty && !attempts.some((attempt) => attempt.cancels))
      await bump({ ctx, chain, signer, txId, because: 'cancel', isEmpty })
    else if (bumpIsAsked) await bump({ ctx, chain, signer, txId, because: 'asked', isEmpty })
  }
  await sendAgain({ ctx, chain, lane, unmined, chainNonce, resendAfterMs: timing.resendAfterMs })
  const newest = lowest.attempts.at(-1)!
  if (lowest.nonce === chainNonce && newest.signedAgeMs > timing.bumpAfterMs)
    await bump({ ctx, chain, signer, txId: lowest.txId, because: 'waited', isEmpty: lowest.cancelIsAsked })
}

/** Sends the stored bytes again of what waits too long, and of what the chain lacks below it. */
async function sendAgain(args: {
  ctx: LaneArgs['ctx']
  chain: Chain
  lane: Lane
  unmined: readonly LaneRow[]
  chainNonce: number
  resendAfterMs: number
}): Promise<void> {
  const { ctx, chain, lane, unmined, chainNonce, resendAfterMs } = args
  for (const row of unmined)
    if (row.state === 'sent' && row.attempts.at(-1)!.sentAgeMs > resendAfterMs)
      await resend(ctx, chain, row.txId)
  const lowest = unmined[0]!
  if (lowest.nonce > chainNonce && lowest.attempts.at(-1)!.signedAgeMs > resendAfterMs)
    await refill({ ctx, chain, lane, from: chainNonce, below: lowest.nonce })
}

/**
 * Follows what was signed with keys that this process does not have, to its end: sends the same bytes again and records how
 * they end. Nothing is signed, so nothing more can be offered for what waits.
 *
 * @param own accounts of the keys that this process has, whose lanes `runLane` looks after
 */
export async function followOthers(
  args: Omit<LaneArgs, 'signer'> & { own: readonly Address[] },
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
    const lane = { chainId, sender: sender as Address }
    await withAdvisoryLock(ctx.sql, lockOf(chain, lane.sender), async () => {
      const rows = await openRows(ctx, lane)
      const { unmined, chainNonce } = await confirmRows({ ctx, chain, lane, rows })
      if (unmined.length > 0 && chainNonce !== undefined)
        await sendAgain({ ctx, chain, lane, unmined, chainNonce, resendAfterMs: timing.resendAfterMs })
    })
  }
}

/**
 * Gives up what is queued for keys that do not exist any more. It was never signed, so whoever asked for it asks again, of the
 * key in use.
 */
export async function rejectQueued(args: {
  ctx: LaneArgs['ctx']
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
      .where(and(ofLane({ chainId: chain.chainId, sender }), stateIs('queued')))
      .returning({ id: chainTx.id })
    if (rejected.length === 0) continue
    ctx.log.warn(
      { network: chain.id, sender, count: rejected.length },
      'gave up what was queued for a retired key',
    )
  }
}

function lockOf(chain: Chain, sender: Address): string {
  return `lane ${chain.id} ${sender.toLowerCase()}`
}

/** Once a process and lane: starts the count of a new key, and notices a chain that does not fit this database. */
async function compareNonce({ ctx, chain, signer }: LaneArgs, lane: Lane): Promise<void> {
  const done = compared.get(chain) ?? new Set<string>()
  compared.set(chain, done)
  if (done.has(signer.address)) return
  // The chain's count first: ours only grows, and before anything is sent.
  const onChain = await chain.client.getTransactionCount({ address: signer.address, blockTag: 'latest' })
  const ours = await readNextNonce(ctx.db, chain, signer.address)
  if (ours === undefined) await openAccount({ db: ctx.db, chain, address: signer.address })
  else if (onChain > ours) {
    ctx.log.error(
      { network: chain.id, sender: signer.address, onChain, ours },
      'this key was used outside this database; its nonces are skipped',
    )
    await skipTo(ctx.db, chain, signer.address, onChain)
  } else if (onChain < ours) await refill({ ctx, chain, lane, from: onChain, below: ours })
  done.add(signer.address)
}
