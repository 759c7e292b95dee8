import 'server-only'
import { and, eq, ne, sql } from 'drizzle-orm'
import { hexToBytes } from 'viem'
import { inflowReturn } from '#db/schema/inflow-return'
import type { Tx } from '#lib/adapters/db'
import { chainIdOf } from '#lib/domain/chain/caip2'
import type { PaymentKey } from '#lib/schemas/payment-key'

/** Takes the lock, until the transaction ends, under which the money of an authorization is used or sent back. */
export async function lockAuthorization({ tx, nonce }: { tx: Tx; nonce: string }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`authorization ${nonce}`}, 0))`)
}

/**
 * The return of an authorization's money to its payer, or `undefined`. Money that is returned buys nothing. `asked` is withdrawn once a
 * payment explains the money; `sent` cannot be stopped any more.
 */
export async function findSentBack(args: { tx: Tx; key: PaymentKey }): Promise<'asked' | 'sent' | undefined> {
  const { tx, key } = args
  const found = await tx
    .select({ chainTxId: inflowReturn.chainTxId, state: inflowReturn.state })
    .from(inflowReturn)
    .where(
      and(
        eq(inflowReturn.chainId, chainIdOf(key.network)),
        eq(inflowReturn.sender, key.payer),
        eq(inflowReturn.authorization, hexToBytes(key.nonce as `0x${string}`)),
        ne(inflowReturn.state, 'withdrawn'),
      ),
    )
  if (found.length === 0) return undefined
  return found.some(({ state, chainTxId }) => state === 'returned' || chainTxId !== null) ? 'sent' : 'asked'
}
