import 'server-only'
import { eq } from 'drizzle-orm'
import type { TransactionSql } from 'postgres'
import { bytesToHex, type Hex } from 'viem'
import { ledgerCursor } from '#db/schema/ledger'
import { errorText } from '#lib/adapters/chain/error-text'
import { type BookAddresses, type EscrowAt, readEscrowAt } from '#lib/adapters/chain/money-logs'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { within } from '#lib/adapters/in-time'
import { areBooksOf, booksOf } from '#lib/services/ledger/books'
import { type AsOf, readSums, type Sums } from '#lib/services/ledger/figures'

/** Atomic units. Each `difference` is zero when every unit is where it should be. */
export type Figures = {
  escrow: {
    /** What the token says the contract has. */
    balance: bigint
    /** What the contract says it owes to open bounties. */
    totalOpen: bigint
    /** Our bounties that were posted and have not ended. */
    ours: bigint
    /** Those of other posters: the contract is open to anyone. */
    others: bigint
    /** Sent to the contract by itself; nobody was asked for it and it is not counted as ours. */
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
    /** Went out, and is neither a post, a payback nor sent back to where it came from without a payment. */
    unmatchedOut: bigint
    /** Moved in from PAY_TO, less what was sent back for transfers to PAY_TO; below zero when more was sent back. */
    revenue: bigint
    /** inflows − outflows − unmatchedIn − revenue − inFlight */
    difference: bigint
    /** What the token says the treasury lacks of what is in flight, though its transfers leave it: paid as fees, say. */
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
  /** What the log of the contract's events leaves open; what the contract says it owes must be the same. */
  allOpen: bigint
  /** What the token says the treasury has, fees and all. */
  treasuryBalance: bigint
  at: AsOf
}

/** What was right so long ago is no answer. Well above the twenty minutes until Base calls a block finalized. */
const maxAgeMs = 60 * 60 * 1_000
/** How often a block is read that does not agree with the books, until it is believed. */
const maxReads = 5
/** How long something that happened may take until it must show in the books. */
export const noticedWithinMs = 10 * 60 * 1_000

/**
 * What the books of a network, the journal, the contract and the token say at one block, the last one in the books. Never
 * throws for a chain that cannot be read: that is an answer.
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
  const [cursor] = await ctx.db.select().from(ledgerCursor).where(eq(ledgerCursor.chainId, network.chainId))
  if (!cursor || !chain)
    return unchecked('The books have not been begun: no worker has followed the chain yet.')
  if (!areBooksOf(cursor, books))
    return unchecked('The books are of another token, escrow or treasury than the settings name.')

  let found: EscrowAt
  try {
    found = await within(input.timeoutMs, readEscrowAt({ chain, books, block: cursor.block }))
  } catch (error) {
    return unchecked(`The chain could not be read: ${errorText(error)}`)
  }
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
  // A sandbox's chain makes no blocks by itself: its last one tells nothing of the time, and there is nothing beyond it.
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
  // What is so at a block never changes. A node asked while it makes the next one may answer from that, and is asked again.
  for (let times = 1; times < maxReads && !agree(sums, found); times++) {
    try {
      found = await within(input.timeoutMs, readEscrowAt({ chain, books, block: cursor.block }))
    } catch (error) {
      return unchecked(`The chain could not be read: ${errorText(error)}`)
    }
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

/** The answer when somebody threw the books away meanwhile. */
export function beingRewritten({
  network,
  name,
  books,
}: Pick<NetworkBooks, 'network' | 'name' | 'books'>): NetworkBooks {
  return { network, name, books, checked: false, reason: 'The books are being written anew.' }
}

/** Whether every unit owed on a network is where it should be. */
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
  // More gone than ever came by itself was somebody's.
  const surplus = sums.stray > 0n ? sums.stray : 0n
  const difference = inflows - outflows - unmatchedIn - revenue - inFlight
  const lacking = inFlight + (difference < 0n ? difference : 0n) - treasuryBalance
  return {
    escrow: { balance, totalOpen, ours, others, surplus, difference: balance - surplus - others - ours },
    treasury: {
      ...{ inflows, outflows, inFlight, unmatchedIn, unmatchedOut, revenue },
      difference,
      shortfall: lacking > 0n ? lacking : 0n,
    },
  }
}

/** Runs `read` on one state of the database; `undefined` when the books do not reach the block any more. */
export function inSnapshot<Result>(
  ctx: Pick<Context, 'sql'>,
  at: AsOf,
  read: (sql: TransactionSql) => Promise<Result>,
): Promise<Result | undefined> {
  return ctx.sql.begin('isolation level repeatable read read only', async (sql) => {
    const cursor =
      await sql`select from ledger_cursor where chain_id = ${at.chainId} and block >= ${at.block}`
    if (cursor.length === 0) return undefined
    // All of the books are read, and nothing is known beforehand of the size of their parts: joins row by row would take hours.
    await sql`set local enable_nestloop = off`
    return read(sql)
  }) as Promise<Result | undefined>
}
