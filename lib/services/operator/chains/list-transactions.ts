import 'server-only'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import type { z } from 'zod'
import { chainTx } from '#db/schema/outbox'
import type { Context } from '#lib/adapters/context'
import { chainIdOf, networkOf } from '#lib/domain/chain/caip2'
import { nativeCoin } from '#lib/domain/chain/networks'
import { isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import {
  type OperatorTransaction,
  type operatorTransactionPageSchema,
  type TransactionsQuery,
  transactionCursor,
} from '#lib/schemas/operator-chain'
import { waitsLong } from '#lib/services/operator/chains/queue-conditions'

/** Transactions of ours in pages, newest first. */
export async function listTransactions(args: {
  ctx: Pick<Context, 'db'>
  input: TransactionsQuery
}): Promise<z.output<typeof operatorTransactionPageSchema>> {
  const { ctx, input } = args
  const rows = await ctx.db
    .select({ row: chainTx, attempts: attemptsMade })
    .from(chainTx)
    .where(and(...conditionsOf(input)))
    .orderBy(desc(chainTx.id))
    .limit(input.limit + 1)
  const { page, next_cursor } = pageOf(rows, input.limit, ({ row }) => transactionCursor.write(row.id))
  return { transactions: page.map(({ row, attempts }) => describeTransaction(row, attempts)), next_cursor }
}

/** Column: how many signed forms a transaction has. */
const attemptsMade = sql<number>`(select count(*)::int from chain_attempt where tx_id = ${chainTx.id})`

function conditionsOf(input: TransactionsQuery): SQL[] {
  const { network, sender, state, kind, stuck, cursor } = input
  return [
    ...(network ? [eq(chainTx.chainId, chainIdOf(network))] : []),
    ...(sender ? [eq(chainTx.sender, sender)] : []),
    // The state is part of the statement and no parameter: the planner uses a partial index only for a state that it knows.
    ...(state ? [sql`${chainTx.state} = ${sql.raw(`'${state}'`)}`] : []),
    ...(kind ? [eq(chainTx.kind, kind)] : []),
    ...(stuck ? [sql`${chainTx.state} in ('queued', 'sent') and ${waitsLong}`] : []),
    ...(cursor ? [lt(chainTx.id, cursor)] : []),
  ]
}

export function describeTransaction(row: typeof chainTx.$inferSelect, attempts: number): OperatorTransaction {
  return {
    id: row.id,
    network: networkOf(row.chainId),
    sender: row.sender,
    kind: row.kind,
    state: row.state,
    nonce: row.nonce,
    attempts,
    error: row.error,
    mined_hash: row.minedHash && bytesToHex(row.minedHash),
    fee_wei: row.feeWei === null ? null : String(row.feeWei),
    coin: nativeCoin(row.chainId),
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  }
}
