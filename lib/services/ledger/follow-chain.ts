import 'server-only'
import { and, eq } from 'drizzle-orm'
import { BaseError, bytesToHex, type Hex, hexToBytes, TimeoutError } from 'viem'
import { ledgerCursor, ledgerEntry } from '#db/schema/ledger'
import { withAdvisoryLock } from '#lib/adapters/advisory-lock'
import type { Chain } from '#lib/adapters/chain/client'
import { readHeads } from '#lib/adapters/chain/finality'
import { isRefusal, maxSpan } from '#lib/adapters/chain/log-search'
import { type BookAddresses, readMoneyLogs, readNonces, type Transfer } from '#lib/adapters/chain/money-logs'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import {
  areBooksOf,
  bookColumns,
  booksOf,
  type LedgerCursor,
  type LedgerEntry,
  loadCursor,
} from '#lib/services/ledger/books'
import { discardBooks } from '#lib/services/ledger/discard-books'
import { entriesOf, movesMoney } from '#lib/services/ledger/entries-of'
import { withoutSettled, withoutWhollySettled } from '#lib/services/ledger/unknown-revenue'

export type Followed = {
  /**
   * current: written up to the last final block. behind: time ran out before. elsewhere: another process is
   * writing. misfit: the ledger is of another chain or other settings, and was left unchanged.
   */
  is: 'current' | 'behind' | 'elsewhere' | 'misfit'
  entries: number
  /** The last block in the books; `undefined` before the first. */
  block: number | undefined
  /** Why it is a misfit, as text for people. */
  reason?: string
}

type FollowContext = Pick<Context, 'sql' | 'db' | 'log' | 'chains' | 'env'>
type Args = { ctx: FollowContext; chain: Chain; network: NetworkConfig; books: BookAddresses }

/** The block range that a chain's provider last allowed. */
const spans = new WeakMap<Chain, number>()
const entriesPerInsert = 1_000

/**
 * Continues the books of one network up to the last final block, so that no reorganisation can undo an entry. Any number of
 * processes may do it at once. Without new blocks it costs one statement and one read of the head.
 *
 * @param input.untilMs when to stop, by `performance.now()`; what is left is written by the next call
 * @throws when the chain does not answer
 */
export async function followChain(args: {
  ctx: FollowContext
  input: { network: NetworkConfig; untilMs: number }
}): Promise<Followed> {
  const { ctx, input } = args
  const { network, untilMs } = input
  const chain = ctx.chains.get(network.chainId)
  if (!chain) throw new Error(`${network.id} has no chain endpoint`)
  const books = booksOf(ctx.env, network)
  const last = await loadCursor(ctx, network.chainId)
  // Without new blocks there is nothing to lock.
  if (last && areBooksOf(last, books) && (await readHeads(chain)).final === last.block)
    return { is: 'current', entries: 0, block: last.block }
  let followed: Followed | undefined
  const ran = await withAdvisoryLock(ctx.sql, `ledger ${network.id}`, async () => {
    followed = await follow({ ctx, chain, network, books }, untilMs)
  })
  if (ran && followed) return followed
  const cursor = await loadCursor(ctx, network.chainId)
  return { is: 'elsewhere', entries: 0, block: cursor?.block }
}

/** Does not take the lock, which only prevents duplicate work. */
export async function follow(args: Args, untilMs: number): Promise<Followed> {
  const { ctx, chain, network, books } = args
  let entries = 0
  let cursor = await loadCursor(ctx, network.chainId)
  if (cursor && !areBooksOf(cursor, books))
    return misfit(args, cursor, 'The books are of another token, escrow or treasury than the settings name.')
  const { final } = await readHeads(chain)
  if (cursor && final < cursor.block && ctx.env.mode === 'sandbox')
    return misfit(args, cursor, 'The chain ends before the books do.')
  for (;;) {
    const from: number = cursor ? cursor.block + 1 : network.ledgerFromBlock
    if (from > final) return { is: 'current', entries, block: cursor?.block }
    if (performance.now() > untilMs) return { is: 'behind', entries, block: cursor?.block }
    const range = await readNext(args, from, final)
    if (!range) continue
    if (cursor && range.hashBefore !== bytesToHex(cursor.blockHash))
      return misfit(args, cursor, `Block ${cursor.block} of the chain is not the one the books end with.`)
    const next = await write(args, cursor, range)
    if (!next) return { is: 'elsewhere', entries, block: (await loadCursor(ctx, network.chainId))?.block }
    cursor = next
    entries += range.entries.length
  }
}

/** Reads the next blocks, as many as the node has allowed; `undefined` if it refused so many, and fewer are to be tried. */
async function readNext(args: Args, from: number, final: number): Promise<Range | undefined> {
  const { chain } = args
  const allowed = spans.get(chain) ?? maxSpan
  const span = Math.min(allowed, final - from + 1)
  try {
    const range = await readRange(args, from, from + span - 1)
    if (span === allowed) spans.set(chain, Math.min(maxSpan, allowed + Math.ceil(allowed / 16)))
    return range
  } catch (error) {
    if (span === 1 || !mayBeTooWide(error)) throw error
    spans.set(chain, Math.ceil(span / 2))
    return undefined
  }
}

type Range = {
  /** The last one. */
  block: number
  hash: Hex
  /** The hash of the block before the first one. */
  hashBefore: Hex | undefined
  entries: LedgerEntry[]
}

async function readRange({ ctx, chain, network, books }: Args, from: number, to: number): Promise<Range> {
  const { hash, hashBefore, transfers, events } = await readMoneyLogs({ chain, books, from, to })
  const { treasury, escrows, revenue } = books
  const isOurs = ({ from, to }: Transfer) =>
    [from, to].some((one) => one === treasury || escrows.includes(one))
  const ofBounties = transfers.filter(isOurs)
  const toRevenue = transfers.filter((one) => one.to === revenue && movesMoney(one) && !isOurs(one))
  const maybeUnknown = await withoutWhollySettled(ctx.sql, network, toRevenue)
  const ofTreasury = ofBounties.filter(
    (transfer) => movesMoney(transfer) && (transfer.to === treasury || transfer.from === treasury),
  )
  const nonces = new Map<Hex, Map<number, Hex>>()
  await Promise.all(
    [...new Set([...ofTreasury, ...maybeUnknown].map((transfer) => transfer.txHash))].map(async (txHash) => {
      nonces.set(txHash, await readNonces({ chain, token: books.token, txHash }))
    }),
  )
  const nonceOf = (transfer: Transfer) => nonces.get(transfer.txHash)?.get(transfer.logIndex)
  const unknown = await withoutSettled(ctx.sql, network, maybeUnknown, nonceOf)
  if (unknown.length > 0)
    ctx.log.warn(
      { network: network.id, transfers: unknown.length, transaction: unknown[0]!.txHash },
      'PAY_TO received transfers that no payment of this deployment explains: no two deployments may share a PAY_TO',
    )
  const entries = entriesOf({
    chainId: chain.chainId,
    books,
    events,
    nonceOf,
    transfers: [...ofBounties, ...unknown],
  })
  return { block: to, hash, hashBefore, entries }
}

/**
 * Writes entries and cursor in one transaction; `undefined` if the cursor has moved, because another process
 * was first.
 */
async function write(
  { ctx, chain, books }: Args,
  at: LedgerCursor | undefined,
  range: Range,
): Promise<LedgerCursor | undefined> {
  const to = { block: range.block, blockHash: hexToBytes(range.hash), updatedAt: new Date() }
  return ctx.db.transaction(async (tx) => {
    const [moved] = at
      ? await tx
          .update(ledgerCursor)
          .set(to)
          .where(and(eq(ledgerCursor.chainId, chain.chainId), eq(ledgerCursor.blockHash, at.blockHash)))
          .returning()
      : await tx
          .insert(ledgerCursor)
          .values({ chainId: chain.chainId, ...bookColumns(books), ...to })
          .onConflictDoNothing()
          .returning()
    if (!moved) return undefined
    for (let start = 0; start < range.entries.length; start += entriesPerInsert)
      await tx.insert(ledgerEntry).values(range.entries.slice(start, start + entriesPerInsert))
    return moved
  })
}

/**
 * A local chain loses its last blocks when it is killed, which makes its books wrong; a real one never does.
 */
async function misfit({ ctx, network }: Args, cursor: LedgerCursor, reason: string): Promise<Followed> {
  if (ctx.env.mode === 'sandbox') {
    await discardBooks({ ctx, input: cursor })
    ctx.log.warn({ network: network.id, reason }, 'the books are rebuilt from the chain')
    return { is: 'behind', entries: 0, block: undefined }
  }
  return { is: 'misfit', entries: 0, block: cursor.block, reason }
}

/** Providers refuse too many blocks, too many logs or too long an answer with various error codes, or time out. */
function mayBeTooWide(error: unknown): boolean {
  const isTimeout = (cause: unknown) => cause instanceof TimeoutError
  return isRefusal(error) || (error instanceof BaseError && error.walk(isTimeout) !== null)
}
