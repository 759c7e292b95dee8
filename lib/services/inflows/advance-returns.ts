import 'server-only'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex } from 'viem'
import { inflowReturn } from '#db/schema/inflow-return'
import { ledgerEntry } from '#db/schema/ledger'
import { chainTx } from '#db/schema/outbox'
import { withAdvisoryLock } from '#lib/adapters/advisory-lock'
import { errorText } from '#lib/adapters/chain/error-text'
import { enqueue } from '#lib/adapters/chain/outbox'
import type { Signer } from '#lib/adapters/chain/signer'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { isNonceSpent } from '#lib/adapters/facilitator/authorization'
import { endedWithoutEffect } from '#lib/domain/chain/chain-tx'
import { endedBefore } from '#lib/services/chain/may-try-again'
import { checkReturn, type Inflow, loadInflow, refusePaid } from '#lib/services/inflows/check-return'
import { lockAuthorization } from '#lib/services/inflows/lock-authorization'

type ReturnRow = typeof inflowReturn.$inferSelect
type Teller = { ctx: Context; treasury: Signer; network: NetworkConfig }

const pageSize = 500
/** A refused transfer is tried again after this long, twice as long each time. */
const firstWaitSeconds = 60
const maxWaitSeconds = 3_600

/**
 * Sends the returns that operators decided on. Each is an authorization whose nonce is derived from the
 * inflow, so the token moves the money once, also after a crash or a restored backup. A return is done when
 * the books, which are of final blocks, have the transfer. Any number of workers may do this at once.
 *
 * @returns true if there were returns in progress
 */
export async function advanceReturns(args: Teller): Promise<boolean> {
  const { ctx, network } = args
  const rows = await ctx.db
    .select()
    .from(inflowReturn)
    .where(and(eq(inflowReturn.chainId, network.chainId), eq(inflowReturn.state, 'asked')))
    .orderBy(asc(inflowReturn.askedAt))
    .limit(pageSize)
  if (rows.length === 0) return false
  // One at a time: each check of the treasury's balance counts the returns before it.
  await withAdvisoryLock(ctx.sql, `returns ${network.id}`, async () => {
    for (const row of rows) await attempt(args, row)
  })
  return true
}

async function attempt(teller: Teller, row: ReturnRow): Promise<void> {
  try {
    if (await noteDone(teller, row)) return
    const blocker = await advance(teller, row)
    if (blocker !== undefined) await noteBlocker(teller, row, blocker)
  } catch (error) {
    await noteBlocker(teller, row, `It was tried, and failed: ${errorText(error)}`)
  }
}

/** Why the return could not be enqueued; `undefined` if it was, or is being sent. */
async function advance(teller: Teller, row: ReturnRow): Promise<string | undefined> {
  const { ctx, treasury, network } = teller
  const last = await loadLast(teller, row)
  if (last && !endedWithoutEffect(last.state)) return undefined
  const trouble = last && `Transaction ${last.id} was ${last.state}: ${last.error ?? 'no reason given'}`
  if (last && !last.isRested) return trouble
  const chain = ctx.chains.get(network.chainId)!
  const nonce = bytesToHex(row.nonce)
  const expected = { asset: network.usdc.address, from: treasury.address, nonce }
  if (await isNonceSpent({ chain, expected }))
    return 'The token has moved this already; it is noted once that is in a final block.'
  const inflow = await loadInflow({ db: ctx.db, env: ctx.env, key: keyOf(teller, row) })
  const refusal = await checkReturn({ ctx, input: { inflow, isAsked: true } })
  if (refusal?.isForGood && !last) return withdraw(teller, row, refusal.text)
  if (refusal) return refusal.text
  const data = await encodeTransferOnce({
    chain,
    usdc: network.usdc,
    signer: treasury,
    to: row.sender as Address,
    amountAtomic: row.amountAtomic,
    nonce,
  })
  return ask(teller, row, inflow, data)
}

async function ask(teller: Teller, row: ReturnRow, inflow: Inflow, data: Hex): Promise<string | undefined> {
  const { ctx, treasury, network } = teller
  return ctx.db.transaction(async (tx) => {
    if (inflow.authorization) await lockAuthorization({ tx, nonce: bytesToHex(inflow.authorization) })
    const paid = await refusePaid(tx, network, inflow)
    if (paid) return paid.text
    const tries = row.tries + 1
    const [held] = await tx
      .update(inflowReturn)
      .set({ tries, blocker: null })
      .where(and(isRow(row), eq(inflowReturn.state, 'asked'), eq(inflowReturn.tries, row.tries)))
      .returning({ tries: inflowReturn.tries })
    if (!held) return undefined
    const { transaction, logIndex } = inflow
    const { txId } = await enqueue({
      tx,
      intent: {
        chainId: network.chainId,
        sender: treasury.address,
        kind: 'return_inflow',
        idemKey: `return_inflow:${transaction}:${logIndex}:${tries}`,
        to: network.usdc.address,
        data,
      },
    })
    await tx.update(inflowReturn).set({ chainTxId: txId }).where(isRow(row))
    return undefined
  })
}

/** Marks a return as done once the books have its transfer. */
async function noteDone({ ctx, network }: Teller, row: ReturnRow): Promise<boolean> {
  const [back] = await ctx.db
    .select({ txHash: ledgerEntry.txHash })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.chainId, row.chainId),
        eq(ledgerEntry.ref, row.nonce),
        eq(ledgerEntry.kind, 'treasury_out'),
        eq(ledgerEntry.fromAddress, ctx.env.treasury.toLowerCase()),
        eq(ledgerEntry.toAddress, row.sender),
        eq(ledgerEntry.amountAtomic, row.amountAtomic),
      ),
    )
  if (!back) return false
  const [done] = await ctx.db
    .update(inflowReturn)
    .set({ state: 'returned', doneTx: back.txHash, doneAt: sql`service_now()`, blocker: null })
    .where(and(isRow(row), eq(inflowReturn.state, 'asked')))
    .returning({ state: inflowReturn.state })
  const transaction = bytesToHex(back.txHash)
  if (done) ctx.log.info({ network: network.id, to: row.sender, txHash: transaction }, 'inflow sent back')
  return true
}

async function withdraw(teller: Teller, row: ReturnRow, reason: string): Promise<undefined> {
  const { ctx, network } = teller
  await ctx.db
    .update(inflowReturn)
    .set({ state: 'withdrawn', blocker: reason })
    .where(and(isRow(row), eq(inflowReturn.state, 'asked'), sql`${inflowReturn.chainTxId} is null`))
  const { transaction } = keyOf(teller, row)
  ctx.log.warn({ network: network.id, txHash: transaction, reason }, 'return of an inflow withdrawn')
  return undefined
}

async function noteBlocker({ ctx, network }: Teller, row: ReturnRow, blocker: string): Promise<void> {
  if (row.blocker === blocker) return
  await ctx.db
    .update(inflowReturn)
    .set({ blocker })
    .where(and(isRow(row), eq(inflowReturn.state, 'asked')))
  const transaction = bytesToHex(row.txHash)
  ctx.log.warn({ network: network.id, txHash: transaction, blocker }, 'return of an inflow is held up')
}

async function loadLast({ ctx }: Teller, row: ReturnRow) {
  if (row.chainTxId === null) return undefined
  const waitSeconds = Math.min(firstWaitSeconds * 2 ** (row.tries - 1), maxWaitSeconds)
  const [last] = await ctx.db
    .select({
      id: chainTx.id,
      state: chainTx.state,
      error: chainTx.error,
      isRested: endedBefore(waitSeconds),
    })
    .from(chainTx)
    .where(eq(chainTx.id, row.chainTxId))
  return last
}

function keyOf({ network }: Teller, row: ReturnRow) {
  return { network: network.id, transaction: bytesToHex(row.txHash), logIndex: row.logIndex }
}

function isRow(row: ReturnRow) {
  return and(
    eq(inflowReturn.chainId, row.chainId),
    eq(inflowReturn.txHash, row.txHash),
    eq(inflowReturn.logIndex, row.logIndex),
  )
}
