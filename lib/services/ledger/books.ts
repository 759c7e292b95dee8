import 'server-only'
import { eq } from 'drizzle-orm'
import { ledgerCursor, type ledgerEntry } from '#db/schema/ledger'
import { escrowsOf } from '#lib/adapters/chain/escrow'
import type { BookAddresses } from '#lib/adapters/chain/money-logs'
import type { Context } from '#lib/adapters/context'
import type { Env, NetworkConfig } from '#lib/adapters/env'

// The books of a network: the addresses they track, and how far they are written.

export type LedgerCursor = typeof ledgerCursor.$inferSelect
export type LedgerEntry = Omit<typeof ledgerEntry.$inferInsert, 'writtenAt'>

/** The addresses that the books of a network track. */
export function booksOf(env: Pick<Env, 'treasury'>, network: NetworkConfig): BookAddresses {
  const lower = (address: string) => address.toLowerCase() as `0x${string}`
  return {
    token: lower(network.usdc.address),
    escrows: escrowsOf(network).map(lower),
    treasury: lower(env.treasury),
    revenue: lower(network.payTo),
  }
}

/** Those addresses in the columns of `ledger_cursor`. */
export function bookColumns({ token, escrows, treasury }: BookAddresses) {
  return { token, escrow: escrows.join(','), treasury }
}

/** True if the books that end at a cursor are of these addresses. */
export function areBooksOf(
  cursor: Pick<LedgerCursor, 'token' | 'escrow' | 'treasury'>,
  books: BookAddresses,
): boolean {
  const { token, escrow, treasury } = bookColumns(books)
  return cursor.token === token && cursor.escrow === escrow && cursor.treasury === treasury
}

/** The last block of the books of a network; `undefined` before the first. */
export async function loadCursor(
  { db }: Pick<Context, 'db'>,
  chainId: number,
): Promise<LedgerCursor | undefined> {
  const [cursor] = await db.select().from(ledgerCursor).where(eq(ledgerCursor.chainId, chainId))
  return cursor
}
