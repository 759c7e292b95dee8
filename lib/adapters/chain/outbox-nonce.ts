import 'server-only'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { chainAccount } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import type { Db, Tx } from '#lib/adapters/db'

// The nonces of our keys. A chain takes the transactions of a key in the order of their nonces, without a gap. Asking a node for the next
// nonce is not safe: two processes would get the same one, and a node that is behind would give a used one. So the database counts: the
// row of the key is locked from taking a nonce until the signed transaction is stored, and a rollback leaves no gap. The node is asked
// only when a key is first used here, and when the chain shows that the key was used elsewhere (`skipTo`). A frozen queue gives no nonce,
// so that an operator can stop one key.

/** An operator has frozen the sender queue: nothing new gets a nonce of this key. */
export class SenderQueueFrozen extends Error {
  override readonly name = 'SenderQueueFrozen'
  constructor(chain: Pick<Chain, 'id'>, address: Address) {
    super(`the sender queue of ${address} on ${chain.id} is frozen`)
  }
}

/**
 * Takes the next nonce of a key and locks its row until the transaction ends.
 *
 * @throws SenderQueueFrozen
 */
export async function takeNonce(args: { tx: Tx; chain: Chain; address: Address }): Promise<number> {
  const { tx, chain, address } = args
  const taken = await incrementNonce(tx, chain.chainId, address)
  if (taken !== undefined) return taken
  await openAccount({ db: tx, chain, address })
  const first = await incrementNonce(tx, chain.chainId, address)
  if (first === undefined) throw new SenderQueueFrozen(chain, address)
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

/** Starts the nonce count of a key at the chain's count, when this database first uses the key. */
export async function openAccount(args: { db: Db | Tx; chain: Chain; address: Address }): Promise<void> {
  const { db, chain, address } = args
  const nextNonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  await db
    .insert(chainAccount)
    .values({ chainId: chain.chainId, address: address.toLowerCase(), nextNonce })
    .onConflictDoNothing()
}

/** The stored next nonce of a key, or `undefined` if the key was never used here. */
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

/** True if the sender queue of a key is frozen, so that nothing new gets a nonce. */
export async function isQueueFrozen(args: {
  db: Pick<Db, 'select'>
  chain: Pick<Chain, 'chainId'>
  address: Address
}): Promise<boolean> {
  return (await queueFrozenAt(args)) !== null
}

/** Since when the queue is frozen; `null` if it is not. */
export async function queueFrozenAt(args: {
  db: Pick<Db, 'select'>
  chain: Pick<Chain, 'chainId'>
  address: Address
}): Promise<Date | null> {
  const [row] = await args.db
    .select({ frozenAt: chainAccount.frozenAt })
    .from(chainAccount)
    .where(
      and(eq(chainAccount.chainId, args.chain.chainId), eq(chainAccount.address, args.address.toLowerCase())),
    )
  return row?.frozenAt ?? null
}

/** Raises the nonce count of a key to the chain's count, which is ahead if the key was used elsewhere. */
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
