import 'server-only'
import { and, eq, ne, sql } from 'drizzle-orm'
import { hexToBytes } from 'viem'
import { inflowReturn } from '#db/schema/inflow-return'
import type { Tx } from '#lib/adapters/db'
import { chainIdOf } from '#lib/domain/caip2'
import type { PaymentKey } from '#lib/services/payments/types'

/** Until the transaction ends, nobody else decides what the money of an authorization is for. */
export async function lockAuthorization({ tx, nonce }: { tx: Tx; nonce: string }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`authorization ${nonce}`}, 0))`)
}

/** Whether the money of an authorization went back to its payer, or is about to: then it buys nothing. */
export async function isSentBack({ tx, key }: { tx: Tx; key: PaymentKey }): Promise<boolean> {
  const found = await tx
    .select({ state: inflowReturn.state })
    .from(inflowReturn)
    .where(
      and(
        eq(inflowReturn.chainId, chainIdOf(key.network)),
        eq(inflowReturn.sender, key.payer),
        eq(inflowReturn.authorization, hexToBytes(key.nonce as `0x${string}`)),
        ne(inflowReturn.state, 'withdrawn'),
      ),
    )
  return found.length > 0
}
