import 'server-only'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { chainAccount } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import type { Db, Tx } from '#lib/adapters/db'

/** Nothing new gets a nonce of this key: an operator has frozen its lane. */
export class LaneFrozen extends Error {
  override readonly name = 'LaneFrozen'
  constructor(chain: Pick<Chain, 'id'>, address: Address) {
    super(`the lane of ${address} on ${chain.id} is frozen`)
  }
}

/**
 * Takes the next nonce of a key and holds its row until the transaction ends: rolled back, the nonce is free again, so
 * there is never a gap.
 *
 * @throws LaneFrozen
 */
export async function takeNonce(args: { tx: Tx; chain: Chain; address: Address }): Promise<number> {
  const { tx, chain, address } = args
  const taken = await incrementNonce(tx, chain.chainId, address)
  if (taken !== undefined) return taken
  await openAccount({ db: tx, chain, address })
  const first = await incrementNonce(tx, chain.chainId, address)
  if (first === undefined) throw new LaneFrozen(chain, address)
  return first
}

async function incrementNonce(tx: Tx, chainId: number, address: Address): Promise<number | undefined> {
  const [row] = await tx
    .update(chainAccount)
    .set({ nextNonce: sql`${chainAccount.nextNonce} + 1` })
    .where(
      and(
        eq(chainAccount.chainId, chainId),
        eq(chainAccount.address, address.toLowerCase()),
        isNull(chainAccount.frozenAt),
      ),
    )
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

/** Whether nothing new may get a nonce of a key. */
export async function isLaneFrozen(args: {
  db: Pick<Db, 'select'>
  chain: Pick<Chain, 'chainId'>
  address: Address
}): Promise<boolean> {
  const [row] = await args.db
    .select({ frozenAt: chainAccount.frozenAt })
    .from(chainAccount)
    .where(
      and(eq(chainAccount.chainId, args.chain.chainId), eq(chainAccount.address, args.address.toLowerCase())),
    )
  return row !== undefined && row.frozenAt !== null
}

/** Moves a key's count up to the chain's, which is ahead when someone else has used the key. */
export async function skipTo(db: Db | Tx, chain: Chain, address: Address, nonce: number): Promise<void> {
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
