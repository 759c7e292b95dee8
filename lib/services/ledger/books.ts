import 'server-only'
import type { ledgerEntry } from '#db/schema/ledger'
import type { BookAddresses } from '#lib/adapters/chain/money-logs'
import type { Env, NetworkConfig } from '#lib/adapters/env'

export type LedgerEntry = Omit<typeof ledgerEntry.$inferInsert, 'writtenAt'>

/** Whose money the books of a network are about. */
export function booksOf(env: Pick<Env, 'treasury'>, network: NetworkConfig): BookAddresses {
  const lower = (address: string) => address.toLowerCase() as `0x${string}`
  return {
    token: lower(network.usdc.address),
    escrow: lower(network.escrow),
    treasury: lower(env.treasury),
    revenue: lower(network.payTo),
  }
}
