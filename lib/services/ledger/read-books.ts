import 'server-only'
import type { TransactionSql } from 'postgres'
import { bytesToHex, type Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { type BookAddresses, type EscrowAt, readEscrowAt } from '#lib/adapters/chain/money-logs'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { within } from '#lib/adapters/in-time'
import { areBooksOf, booksOf, loadCursor } from '#lib/services/ledger/books'
import { type AsOf, readSums, type Sums } from '#lib/services/ledger/figures'

/** Atomic units. Each `difference` is zero when every unit is where it should be. */
export type Figures = {
  escrow: {
    /** The contract's balance of the token. */
    balance: bigint
    /** The contract's own total of open bounties. */
    totalOpen: bigint
    /** Our bounties that were posted and have not ended. */
    ours: bigint
    /** Bounties of other posters: the contract is open to anyone. */
    others: bigint
    /** Sent to the contract without a post. Not counted as ours. */
    surplus: bigint
    /** balance − surplus − others − ours */
    difference: bigint
  }
  treasury: {
    inflows: bigint
    outflows: bigint
    /** Paid for a bounty, and neither in escrow nor paid back yet. */
    inFlight: bigint
    /** Came in without a payment for a bounty. */
    unmatchedIn: bigint
    /** Went out, and is neither a post, a payback nor a return of an inflow without a payment. */
    unmatchedOut: bigint
    /** Moved in from PAY_TO, less what was sent back for transfers to PAY_TO; below zero when more was sent back. */
    revenue: bigint
    /** inflows − outflows − unmatchedIn − revenue − inFlight */
    difference: bigint
    /** The part of `inFlight` that the treasury's balance lacks although no transfer took it: for example, paid as fees. */
    shortfall: bigint
  }
}

export type NetworkBooks = {
  /** CAIP-2. */
  network: string
  name: string
  books: BookAddresses
} & (CheckedBooks | { checked: false; reason: string })

/** Everything as of the end of one block. */
export type CheckedBooks = {
  checked: true
  block: { number: number; hash: Hex; time: Date }
  figures: Figures
  /** Open by the event log of the contract; must equal the contract's own total. */
  allOpen: bigint
  /** The treasury's balance of the token, after fees. */
  treasuryBalance: bigint
  at: AsOf
}

/** Books that end longer ago are not checked. Well above the twenty minutes until Base calls a block finalized. */
const maxAgeMs = 60 * 60 * 1_000
/** How often a block that contradicts the books is read before the contradiction is reported. */
const maxReads = 5
/** How long something that happened may take until it must show in the books. */
export const noticedWithinMs = 10 * 60 * 1_000

/**
 * Compares the books of a network with the journal, the contract and the token as of the last block in the books. Does not throw
 * when the chain cannot be read: the result is then `checked: false`.
 *
 * @param input.timeoutMs how long the chain may take
 */
export async function readBooks(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'chains' | 'env' | 'clock'>
  input: { network: NetworkConfig; timeoutMs: number }
}): Promise<NetworkBooks> {
  const { ctx, input } = args
  const { network } = input
  const books = booksOf(ctx.env, network)
  const about = { network: network.id, name: network.name, books }
  const unchecked = (reason: string) => ({ ...about, checked: false, reason }) as const
  const chain = ctx.chains.get(network.chainId)
  const cursor = await loadCursor(ctx, network.chainId)
  if (!cursor || !chain) return unchecked('The books are empty: a worker has yet to follow the chain.')
  if (!areBooksOf(cursor, books))
    return unchecked('The books are of another token, escrow or treasury than the settings name.')
  const readChain = (): Promise<EscrowAt | string> =>
    within(input.timeoutMs, readEscrowAt({ chain, books, block: cursor.block })).catch(
      (error: unknown) => `The chain could not be read: ${errorText(error)}`,
    )

  let found = await readChain()
  if (typeof found === 'string') return unchecked(found)
  const hash = bytesToHex(cursor.blockHash)
  if (found.block.hash !== hash)
    return unchecked(`Block ${cursor.block} of the chain is not the one the books end with.`)
  const time = new Date(Number(found.block.timestamp) * 1_000)
  const now = ctx.clock.now().getTime()
  const isSandbox = ctx.env.mode === 'sandbox'
  if (!isSandbox && now - time.getTime() > maxAgeMs)
    return unchecked(
      `The books end at block ${cursor.block} of ${time.toISOString()}, which is too long ago.`,
    )
  // A sandbox's chain makes blocks only for transactions, so the time of its last one may be long ago.
  const seenUntil = isSandbox && found.head === cursor.block ? Math.max(time.getTime(), now) : time.getTime()
  const at: AsOf = {
    chainId: network.chainId,
    network: network.id,
    books,
    block: cursor.block,
    settledBefore: new Date(seenUntil - noticedWithinMs),
  }
  const sums = await inSnapshot(ctx, at, (sql) => readSums(sql, at))
  if (!sums) return beingRewritten(about)
  // The state at a block never changes. A node that is making the next block may answer from that one, so it is read again.
  for (let times = 1; times < maxReads && !agree(sums, found); times++) {
    found = await readChain()
    if (typeof found === 'string') return unchecked(found)
  }
  return {
    ...about,
    checked: true,
    block: { number: cursor.block, hash, time },
    figures: figuresOf(sums, found),
    allOpen: sums.allOpen,
    treasuryBalance: found.treasuryBalance,
    at,
  }
}

/** The result when another process has discarded the books meanwhile. */
export function beingRewritten({
  network,
  name,
  books,
}: Pick<NetworkBooks, 'network' | 'name' | 'books'>): NetworkBooks {
  return { network, name, books, checked: false, reason: 'The books are being rebuilt.' }
}

/** True if every unit owed on a network is accounted for. */
export function isSolvent({ figures: { escrow, treasury }, allOpen }: CheckedBooks): boolean {
  const addsUp = escrow.difference === 0n && treasury.difference === 0n && escrow.totalOpen === allOpen
  return addsUp && treasury.shortfall === 0n
}

function agree(sums: Sums, found: EscrowAt): boolean {
  return found.totalOpen === sums.allOpen && figuresOf(sums, found).escrow.difference === 0n
}

function figuresOf(sums: Sums, { balance, totalOpen, treasuryBalance }: EscrowAt): Figures {
  const { inflows, outflows, unmatchedIn, unmatchedOut, revenue, inFlight } = sums
  const { oursOpen: ours, othersOpen: others } = sums
  // A negative value is not a surplus but missing money of bounties.
  const surplus = sums.stray > 0n ? sums.stray : 0n
  const difference = inflows - outflows - unmatchedIn - revenue - inFlight
  const lacking = inFlight + (difference < 0n ? difference : 0n) - treasuryBalance
  return {
    escrow: { balance, totalOpen, ours, others, surplus, difference: balance - surplus - others - ours },
    treasury: {
      inflows,
      outflows,
      inFlight,
      unmatchedIn,
      unmatchedOut,
      revenue,
      difference,
      shortfall: lacking > 0n ? lacking : 0n,
    },
  }
}

/** Runs `read` on one snapshot of the database; `undefined` if the books no longer reach the block. */
export function inSnapshot<Result>(
  ctx: Pick<Context, 'sql'>,
  at: AsOf,
  read: (sql: TransactionSql) => Promise<Result>,
): Promise<Result | undefined> {
  return ctx.sql.begin('isolation level repeatable read read only', async (sql) => {
    const cursor =
      await sql`select from ledger_cursor where chain_id = ${at.chainId} and block >= ${at.block}`
    if (cursor.length === 0) return undefined
    // This reads all of the books, and the planner misestimates their parts: nested loops would take hours.
    await sql`set local enable_nestloop = off`
    return read(sql)
  }) as Promise<Result | undefined>
}
