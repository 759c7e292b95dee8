import 'server-only'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { chainAccount } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import type { Db, Tx } from '#lib/adapters/db'

/**
 * Takes the next nonce of a key and holds its row until the transaction ends: rolled back, the nonce is free again, so
 * there is never a gap.
 */
export async function takeNonce(args: { tx: Tx; chain: Chain; address: Address }): Promise<number> {
  const { tx, chain, address } = args
  const taken = await incrementNonce(tx, chain.chainId, address)
  if (taken !== undefined) return taken
  await openAccount({ db: tx, chain, address })
  const first = await incrementNonce(tx, chain.chainId, address)
  if (first === undefined) throw new Error(`no chain account for ${address} on ${chain.id}`)
  return first
}

async function incrementNonce(tx: Tx, chainId: number, address: Address): Promise<number | undefined> {
  const [row] = await tx
    .update(chainAccount)
    .set({ nextNonce: sql`${chainAccount.nextNonce} + 1` })
    .where(and(eq(chainAccount.chainId, chainId), eq(chainAccount.address, address.toLowerCase())))
    .returning({ nextNonce: chainAccount.nextNonce })
  return row === undefined ? undefined : row.nextNonce - 1
}

/** Starts a key's count at the chain's, the first time this database sees the key. */
export async function openAccount(args: { db: Db | Tx; chain: Chain; address: Address }): Promise<void> {
  const { db, chain, address } = args
  const nextNonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  await db
    .insert(chainAccount)
    .values({ chainId: chain.chainId, address: address.toLowerCase(), nextNonce })
    .onConflictDoNothing()
}

/** Our next nonce of a key, or `undefined` when the key was never used here. */
export async function readNextNonce(
  db: Pick<Db, 'select'>,
  chain: Chain,
  address: Address,
): Promise<number | undefined> {
  const [row] = await db
    .select({ nextNonce: chainAccount.nextNonce })
    .from(chainAccount)
    .where(and(eq(chainAccount.chainId, chain.chainId), eq(chainAccount.address, address.toLowerCase())))
  return row?.nextNonce
}

/** Moves a key's count up to the chain's, which is ahead when someone else has used the key. */
export async function skipTo(db: Db, chain: Chain, address: Address, nonce: number): Promise<void> {
  await db
    .update(chainAccount)
    .set({ nextNonce: nonce })
    .where(
      and(
        eq(chainAccount.chainId, chain.chainId),
        eq(chainAccount.address, address.toLowerCase()),
        lt(chainAccount.nextNonce, nonce),
      ),
    )
}
