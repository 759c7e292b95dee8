import 'server-only'
import type { ledgerCursor, ledgerEntry } from '#db/schema/ledger'
import { escrowsOf } from '#lib/adapters/chain/escrow'
import type { BookAddresses } from '#lib/adapters/chain/money-logs'
import type { Env, NetworkConfig } from '#lib/adapters/env'

export type LedgerEntry = Omit<typeof ledgerEntry.$inferInsert, 'writtenAt'>

/** Whose money the books of a network are about. */
export function booksOf(env: Pick<Env, 'treasury'>, network: NetworkConfig): BookAddresses {
  const lower = (address: string) => address.toLowerCase() as `0x${string}`
  return {
    token: lower(network.usdc.address),
    escrows: escrowsOf(network).map(lower),
    treasury: lower(env.treasury),
    revenue: lower(network.payTo),
  }
}

/** Those addresses as a row of `ledger_cursor` names them. */
export function bookColumns({ token, escrows, treasury }: BookAddresses) {
  return { token, escrow: escrows.join(','), treasury }
}

/** Whether the books that a cursor ends are about these addresses. */
export function areBooksOf(
  cursor: Pick<typeof ledgerCursor.$inferSelect, 'token' | 'escrow' | 'treasury'>,
  books: BookAddresses,
): boolean {
  const { token, escrow, treasury } = bookColumns(books)
  return cursor.token === token && cursor.escrow === escrow && cursor.treasury === treasury
}
