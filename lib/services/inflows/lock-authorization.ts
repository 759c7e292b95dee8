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

/**
 * Whether the money of an authorization went back to its payer, or is about to: then it buys nothing. `asked` is withdrawn once a
 * payment explains the money; `sent` can arrive whatever comes.
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
