import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { chainTx } from '#db/schema/outbox'
import { settlement } from '#db/schema/settlement'
import type { Chain } from '#lib/adapters/chain/client'
import { receiptOf } from '#lib/adapters/chain/outbox'
import type { Context } from '#lib/adapters/context'
import { isNonceSpentSince, isUsedIn } from '#lib/adapters/facilitator/authorization'

/** Failures are deleted after this many days. They stop counting earlier, after `failuresCountDays`. */
const retentionDays = 30

/**
 * One authorization in one transaction. Addresses and nonce are in lower case, the network is a CAIP-2 id.
 */
export type SentAuthorization = { network: string; payer: string; nonce: string; txId: number }

/**
 * Records the outcome of a mined settlement. A failure delays the payer's next payments; after either
 * outcome, a payer with code may settle its next payment. Idempotent.
 *
 * @param hasCode true if the payer is known to have code now
 */
export async function recordOutcome(args: {
  db: Pick<Context['db'], 'execute'>
  sent: SentAuthorization
  failed: boolean
  hasCode: boolean
}): Promise<void> {
  const { db, sent, failed, hasCode } = args
  const { network, payer, nonce, txId } = sent
  await db.execute(sql`
    with ended as (
      update settlement set ended_at = coalesce(ended_at, service_now())
      where chain_tx_id = ${txId} and network = ${network} and payer = ${payer} and nonce = ${nonce}
      returning contract_payer
    ), expired as (
      delete from failed_settlement where failed_at < service_now() - make_interval(days => ${retentionDays})
    )
    insert into failed_settlement (chain_tx_id, network, payer, contract_payer)
    select ${txId}::bigint, ${network}::text, ${payer}::text,
           ${hasCode}::boolean or coalesce((select bool_or(contract_payer) from ended), false)
    where ${failed}::boolean
    on conflict (chain_tx_id, payer) do nothing`)
}

/**
 * True if a payer with code has no open settlement. If the process of an open settlement died before it
 * recorded the outcome, the outcome is recorded here from the receipt.
 */
export async function mayBegin(args: {
  ctx: Pick<Context, 'db'>
  chain: Chain
  payer: string
}): Promise<boolean> {
  const { ctx, chain, payer } = args
  const [open] = await ctx.db
    .select({
      asset: settlement.asset,
      nonce: settlement.nonce,
      txId: settlement.chainTxId,
      state: chainTx.state,
    })
    .from(settlement)
    .innerJoin(chainTx, eq(chainTx.id, settlement.chainTxId))
    .where(
      and(
        eq(settlement.network, chain.id),
        eq(settlement.payer, payer),
        eq(settlement.contractPayer, true),
        isNull(settlement.endedAt),
      ),
    )
  if (!open) return true
  const receipt = await receiptOf({ ctx, chain, txId: open.txId })
  if (!receipt && open.state !== 'lost') return false
  const used = { asset: open.asset as Hex, from: payer as Hex, nonce: open.nonce as Hex }
  const failed =
    receipt !== undefined &&
    !isUsedIn(receipt, used) &&
    // A third party may have sent the authorization first.
    !(await isNonceSpentSince({ chain, expected: used, since: receipt.blockNumber }))
  const sent = { network: chain.id, payer, nonce: open.nonce, txId: open.txId }
  await recordOutcome({ db: ctx.db, sent, failed, hasCode: true })
  return true
}
