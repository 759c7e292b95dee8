import 'server-only'
import type { Hex } from 'viem'
import type { Transfer } from '#lib/adapters/chain/money-logs'
import type { Sql } from '#lib/adapters/db'
import type { NetworkConfig } from '#lib/adapters/env'

// Finds transfers to PAY_TO that no payment explains.

/**
 * Omits the transfers to PAY_TO of transactions in which all of them are settled payments, which is nearly all of them: their receipts need
 * not be read.
 */
export async function withoutWhollySettled(
  sql: Sql,
  network: NetworkConfig,
  transfers: readonly Transfer[],
): Promise<Transfer[]> {
  if (transfers.length === 0) return []
  const hashes = [...new Set(transfers.map(({ txHash }) => txHash.slice(2)))]
  const rows = await sql<{ txHash: string; settled: number }[]>`
    select '0x' || given.hex as "txHash", count(*)::int as settled
    from jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb) as given (hex)
    join payment_journal on settle_tx = decode(given.hex, 'hex')
    where state = 'settled' and network = ${network.id} and pay_to = ${network.payTo.toLowerCase()}
    group by given.hex`
  const settled = new Map(rows.map((row) => [row.txHash, row.settled]))
  const counts = new Map<string, number>()
  for (const { txHash } of transfers) counts.set(txHash, (counts.get(txHash) ?? 0) + 1)
  return transfers.filter(({ txHash }) => settled.get(txHash) !== counts.get(txHash))
}

/** The transfers that an EIP-3009 authorization moved and that belong to no settled payment. */
export async function withoutSettled(
  sql: Sql,
  network: NetworkConfig,
  transfers: readonly Transfer[],
  nonceOf: (transfer: Transfer) => Hex | undefined,
): Promise<Transfer[]> {
  const authorized = transfers.filter((transfer) => nonceOf(transfer) !== undefined)
  if (authorized.length === 0) return []
  const keys = authorized.map((transfer) => ({ payer: transfer.from, nonce: nonceOf(transfer)! }))
  const rows = await sql<{ payer: string; nonce: string }[]>`
    select payer, nonce
    from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as given (payer text, nonce text)
    join payment_journal using (payer, nonce)
    where state = 'settled' and network = ${network.id} and asset = ${network.usdc.address.toLowerCase()}`
  const settled = new Set(rows.map(({ payer, nonce }) => payer + nonce))
  return authorized.filter((transfer) => !settled.has(transfer.from + nonceOf(transfer)!))
}
