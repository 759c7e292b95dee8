import 'server-only'
import { desc, eq } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { inflowReturn } from '#db/schema/inflow-return'
import { ledgerCursor } from '#db/schema/ledger'
import type { Chain } from '#lib/adapters/chain/client'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { inTime } from '#lib/adapters/in-time'
import { formatUsdc } from '#lib/domain/money/money'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import type { OperatorTransfer, UnmatchedMoney } from '#lib/schemas/operator-payment'
import { readAsOf, readUnmatched, type Unmatched } from '#lib/services/inflows/read-unmatched'
import { inSnapshot } from '#lib/services/ledger/read-books'

const maxTransfers = 50
const maxReturns = 20
const blockTimeoutMs = 3_000

type BlockTimes = Map<number, string>

/**
 * Transfers from and to the treasury that no payment and no bounty explains, transfers to PAY_TO that no payment explains, and what
 * was sent back. Read from the ledger of each network.
 */
export async function listUnmatched(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'chains' | 'env'>
}): Promise<UnmatchedMoney> {
  const { ctx } = args
  const [networks, returns] = await Promise.all([
    Promise.all(ctx.env.networks.map((network) => describeNetwork(ctx, network))),
    ctx.db.select().from(inflowReturn).orderBy(desc(inflowReturn.askedAt)).limit(maxReturns),
  ])
  return {
    networks,
    returns: returns.map((row) => ({
      network: `eip155:${row.chainId}`,
      transaction: bytesToHex(row.txHash),
      log_index: row.logIndex,
      to: row.sender,
      amount_usdc: formatUsdc(row.amountAtomic),
      state: row.state,
      transaction_id: row.chainTxId,
      return_tx: row.doneTx ? bytesToHex(row.doneTx) : null,
      blocker: row.blocker,
      asked_at: isoTime(row.askedAt),
      done_at: row.doneAt ? isoTime(row.doneAt) : null,
    })),
  }
}

async function describeNetwork(
  ctx: Pick<Context, 'sql' | 'db' | 'chains' | 'env'>,
  network: NetworkConfig,
): Promise<UnmatchedMoney['networks'][number]> {
  const about = { network: network.id, name: network.name }
  const at = await readAsOf({ ctx, network })
  const [cursor] = await ctx.db
    .select({ updatedAt: ledgerCursor.updatedAt })
    .from(ledgerCursor)
    .where(eq(ledgerCursor.chainId, network.chainId))
  const found =
    at &&
    (await inSnapshot(ctx, at, async (sql) => ({
      inflows: await readUnmatched({ sql, at, direction: 'in', limit: maxTransfers }),
      outflows: await readUnmatched({ sql, at, direction: 'out', limit: maxTransfers }),
      revenue: await readUnmatched({ sql, at, direction: 'revenue', limit: maxTransfers }),
    })))
  if (!at || !found || !cursor) return { ...about, books: null }
  const times = await readTimes(ctx.chains.get(network.chainId)!, [
    found.inflows,
    found.outflows,
    found.revenue,
  ])
  return {
    ...about,
    books: {
      block: at.block,
      written_at: isoTime(cursor.updatedAt),
      inflows: describeSide(found.inflows, times),
      outflows: describeSide(found.outflows, times),
      revenue: describeSide(found.revenue, times),
    },
  }
}

/** Reads the times of the blocks. Those that cannot be read in time are missing from the result. */
async function readTimes({ client }: Chain, sides: readonly Unmatched[]): Promise<BlockTimes> {
  const blocks = [...new Set(sides.flatMap(({ transfers }) => transfers.map(({ block }) => block)))]
  const times: BlockTimes = new Map()
  if (blocks.length === 0) return times
  const read = async (block: number) => {
    const { timestamp } = await client.getBlock({ blockNumber: BigInt(block) })
    times.set(block, isoSeconds(Number(timestamp)))
  }
  await inTime(blockTimeoutMs, Promise.allSettled(blocks.map(read)))
  return times
}

function describeSide({ count, amountAtomic, transfers }: Unmatched, times: BlockTimes) {
  return {
    count,
    amount_usdc: formatUsdc(amountAtomic),
    transfers: transfers.map(
      (one): OperatorTransfer => ({
        transaction: one.transaction,
        log_index: one.logIndex,
        block: one.block,
        block_time: times.get(one.block) ?? null,
        in_books_since: isoTime(one.writtenAt),
        from: one.from,
        to: one.to,
        amount_usdc: formatUsdc(one.amountAtomic),
        nonce: one.nonce,
        payment_id: one.paymentId,
        onchain_id: one.onchainId,
        return: one.returned && {
          state: one.returned.state,
          transaction_id: one.returned.chainTxId,
          blocker: one.returned.blocker,
        },
      }),
    ),
  }
}
