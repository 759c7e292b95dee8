import 'server-only'
import { hexToBytes } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { readAsOf } from '#lib/services/inflows/read-unmatched'
import type { InflowKey } from '#lib/services/inflows/return-nonce'
import { booksSql } from '#lib/services/ledger/figures'
import { inSnapshot } from '#lib/services/ledger/read-books'

/** True if no payment or bounty explains an inflow; `undefined` while the books cannot show it. */
export async function isUnmatched(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'env'>
  input: { network: NetworkConfig; key: InflowKey }
}): Promise<boolean | undefined> {
  const { ctx, input } = args
  const { network, key } = input
  const at = await readAsOf({ ctx, network })
  if (!at) return undefined
  return inSnapshot(ctx, at, async (sql) => {
    const rows = await sql`
      with ${booksSql(sql, at)}
      select from unmatched_in
      where tx_hash = ${Buffer.from(hexToBytes(key.transaction))} and log_index = ${key.logIndex}`
    return rows.length === 1
  })
}
