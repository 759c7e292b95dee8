import 'server-only'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { inflowReturn } from '#db/schema/inflow-return'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { returnNonce } from '#lib/services/inflows/return-nonce'
import { recordSettled } from '#lib/services/payments/close-payment'

/**
 * `settled`: orders and look-ups that were closed in this database and whose money is in the books. `returned`: inflows that were sent back
 * since. `unknown`: inflows without a payment in this database, because their rows were lost: operators send them back, unless the payer of
 * a look-up proves it first and gets the answer.
 */
export type ReplayedPayments = {
  settled: number
  returned: number
  unknown: number
  blocked: Record<string, string>
}

type Ctx = Pick<Context, 'db' | 'sql' | 'env' | 'chains'>

/** Compares the journal with the books of a network, which must be continued first. */
export async function replayPayments(args: {
  ctx: Ctx
  input: { network: NetworkConfig }
}): Promise<ReplayedPayments> {
  const { ctx } = args
  const { network } = args.input
  const treasury = ctx.env.treasury.toLowerCase()
  const asset = network.usdc.address.toLowerCase()
  const blocked: Record<string, string> = {}
  let settled = 0
  const returned = await keepReturns(ctx, network, treasury)
  // Payments that were closed as failed and have been paid since. The reconciliation skips them, because it
  // reads open payments.
  const paid = await ctx.sql<{ id: string; operation: string; txHash: Uint8Array }[]>`
    select p.id, p.operation, e.tx_hash as "txHash"
    from payment p
    join ledger_entry e on e.chain_id = ${network.chainId} and e.kind in ('treasury_in', 'revenue_in')
      and e.from_address = p.payer and e.to_address = p.pay_to
      and e.ref = decode(substr(p.nonce, 3), 'hex') and e.amount_atomic = p.amount_atomic
    where p.network = ${network.id} and p.asset = ${asset} and p.state in ('failed', 'settling')
      and (exists (select from bounty_order o where o.payment_id = p.id)
           or exists (select from payment_answer a where a.payment_id = p.id))
      and not exists (
        select from inflow_return r where r.chain_id = e.chain_id and r.tx_hash = e.tx_hash and r.log_index = e.log_index
          and r.state <> 'withdrawn')`
  for (const { id, operation, txHash } of paid) {
    try {
      await recordSettled({ ctx, input: { id: Number(id), operation, transaction: bytesToHex(txHash) } })
      settled += 1
    } catch (error) {
      blocked[`payment ${id}`] = errorText(error)
    }
  }
  const [left] = await ctx.sql<{ unknown: number }[]>`
    select count(*)::int as unknown from ledger_entry e
    where e.chain_id = ${network.chainId} and e.kind in ('treasury_in', 'revenue_in')
      and not exists (
        select from payment_journal p where p.network = ${network.id} and p.payer = e.from_address
          and p.nonce = '0x' || encode(e.ref, 'hex') and p.state = 'settled')
      and not exists (
        select from inflow_return r
        where r.chain_id = e.chain_id and r.tx_hash = e.tx_hash and r.log_index = e.log_index and r.state = 'returned')`
  return { settled, returned, unknown: left!.unknown, blocked }
}

type Pair = {
  inTx: Uint8Array
  inLog: number
  sender: string
  amount: string
  authorization: Uint8Array | null
  outTx: Uint8Array
  outRef: Uint8Array
}

/**
 * An inflow that was sent back must buy nothing when its payer sends the payment again, even if the row of the return was lost. The nonce
 * of a return is derived from its inflow, so the books show which inflows were returned.
 */
async function keepReturns(ctx: Ctx, network: NetworkConfig, treasury: string): Promise<number> {
  const pairs = await ctx.sql<Pair[]>`
    select i.tx_hash as "inTx", i.log_index as "inLog", i.from_address as sender, i.amount_atomic::text as amount,
           i.ref as "authorization", o.tx_hash as "outTx", o.ref as "outRef"
    from ledger_entry i
    join ledger_entry o on o.chain_id = i.chain_id and o.to_address = i.from_address and o.amount_atomic = i.amount_atomic
    where i.chain_id = ${network.chainId} and i.kind in ('treasury_in', 'revenue_in') and o.kind = 'treasury_out'
      and o.from_address = ${treasury} and o.ref is not null
      and not exists (
        select from inflow_return r
        where r.chain_id = i.chain_id and r.tx_hash = i.tx_hash and r.log_index = i.log_index)`
  let returned = 0
  for (const { inTx, inLog, sender, amount, authorization, outTx, outRef } of pairs) {
    const transaction = bytesToHex(inTx)
    const nonce: Hex = returnNonce({ network: network.id, transaction, logIndex: inLog })
    if (nonce !== bytesToHex(outRef)) continue
    const made = await ctx.db
      .insert(inflowReturn)
      .values({
        chainId: network.chainId,
        txHash: inTx,
        logIndex: inLog,
        sender,
        authorization,
        amountAtomic: BigInt(amount),
        nonce: hexToBytes(nonce),
        state: 'returned',
        doneTx: outTx,
        doneAt: new Date(),
      })
      .onConflictDoNothing()
      .returning({ chainId: inflowReturn.chainId })
    returned += made.length
  }
  return returned
}
