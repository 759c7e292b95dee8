import 'server-only'
import type { TransactionSql } from 'postgres'
import { bytesToHex, type Hex } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { areBooksOf, booksOf, loadCursor } from '#lib/services/ledger/books'
import { type AsOf, booksSql } from '#lib/services/ledger/figures'

/** A transfer of the treasury, or to PAY_TO, that no payment and no bounty explains. */
type UnmatchedTransfer = {
  block: number
  transaction: Hex
  logIndex: number
  from: string
  to: string
  amountAtomic: bigint
  /** Posted into the escrow, under this number. */
  onchainId: number | null
  /** The EIP-3009 nonce that moved it; `null` for a plain transfer. */
  nonce: Hex | null
  /** The payment in the journal with that authorization. Its terms differ, or it has no order. */
  paymentId: number | null
  /** When the books first contained it. */
  writtenAt: Date
  returned: { state: 'asked' | 'withdrawn'; chainTxId: number | null; blocker: string | null } | null
}

/** `revenue`: to PAY_TO, by an authorization. */
type Direction = 'in' | 'out' | 'revenue'

export type Unmatched = { count: number; amountAtomic: bigint; transfers: UnmatchedTransfer[] }

/**
 * The last block of the books of a network; `undefined` before the first, or if the books are of other
 * addresses.
 */
export async function readAsOf(args: {
  ctx: Pick<Context, 'db' | 'env'>
  network: NetworkConfig
}): Promise<AsOf | undefined> {
  const { ctx, network } = args
  const books = booksOf(ctx.env, network)
  const cursor = await loadCursor(ctx, network.chainId)
  if (!cursor || !areBooksOf(cursor, books)) return undefined
  // Transfers after the end of the books are not listed yet.
  const settledBefore = new Date(0)
  return { chainId: network.chainId, network: network.id, books, block: cursor.block, settledBefore }
}

type Row = {
  block: string
  txHash: Uint8Array
  logIndex: number
  from: string
  to: string
  amount: string
  onchainId: string | null
  nonce: string | null
  paymentId: string | null
  writtenMs: number
  state: 'asked' | 'withdrawn' | null
  chainTxId: string | null
  blocker: string | null
  count: string
  total: string
}

/** The oldest of them, with their total number and amount. */
export async function readUnmatched(args: {
  sql: TransactionSql
  at: AsOf
  direction: Direction
  limit: number
}): Promise<Unmatched> {
  const { sql, at, direction, limit } = args
  const found = {
    in: sql`unmatched_in`,
    out: sql`unmatched_out`,
    revenue: sql`unknown_revenue`,
  }[direction]
  const rows = await sql<Row[]>`
    with ${booksSql(sql, at)}, shown as (
      select *, count(*) over () as total_count, sum(amount_atomic) over () as total_amount
      from ${found} order by block, log_index, tx_hash limit ${limit}
    )
    select e.block, e.tx_hash as "txHash", e.log_index as "logIndex", e.from_address as "from",
           e.to_address as "to", e.amount_atomic as amount, e.onchain_id as "onchainId",
           '0x' || encode(e.ref, 'hex') as nonce,
           (select p.id from payment_journal p
            where p.network = ${at.network} and p.asset = ${at.books.token} and p.payer = e.from_address
              and p.nonce = '0x' || encode(e.ref, 'hex')) as "paymentId",
           extract(epoch from e.written_at)::float8 * 1000 as "writtenMs",
           r.state, r.chain_tx_id as "chainTxId", r.hindrance as blocker,
           e.total_count as count, e.total_amount as total
    from shown e
    left join inflow_return r on r.chain_id = e.chain_id and r.tx_hash = e.tx_hash and r.log_index = e.log_index
    order by e.block, e.log_index, e.tx_hash`
  return {
    count: Number(rows[0]?.count ?? 0),
    amountAtomic: BigInt(rows[0]?.total ?? 0),
    transfers: rows.map((row) => ({
      block: Number(row.block),
      transaction: bytesToHex(row.txHash),
      logIndex: row.logIndex,
      from: row.from,
      to: row.to,
      amountAtomic: BigInt(row.amount),
      onchainId: row.onchainId === null ? null : Number(row.onchainId),
      nonce: row.nonce as Hex | null,
      paymentId: row.paymentId === null ? null : Number(row.paymentId),
      writtenAt: new Date(row.writtenMs),
      returned: row.state && {
        state: row.state,
        chainTxId: row.chainTxId === null ? null : Number(row.chainTxId),
        blocker: row.blocker,
      },
    })),
  }
}
