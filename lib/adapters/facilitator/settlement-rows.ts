import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { bytesToHex, type Hex } from 'viem'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import type { settlementJournal } from '#db/schema/payment-archive'
import { settlement } from '#db/schema/settlement'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import { type ChainTxIntent, type SignedTx, signNow, storeSigned } from '#lib/adapters/chain/outbox'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Db, Sql, Tx } from '#lib/adapters/db'
import { readPayerDelay } from '#lib/adapters/facilitator/payer-delays'
import { encodeTransfers, multicall3Address } from '#lib/adapters/facilitator/transfer-call'
import { type PaymentKey, paymentKeyOf } from '#lib/schemas/payment-key'
import type { ExactPayment } from '#lib/schemas/x402'

// The stored transactions of authorizations.

/**
 * An earlier transaction that includes the authorization.
 *
 * @property isLost true if it can no longer be mined
 */
export type KnownSettlement = { txId: number; hash: Hex; isLost: boolean }

/** Returns the latest transaction in which an authorization was sent, if any. */
export async function findSettlement(db: Db, payment: ExactPayment): Promise<KnownSettlement | undefined> {
  const [row] = await db
    .select({ txId: settlement.chainTxId, hash: chainAttempt.hash, state: chainTx.state })
    .from(settlement)
    .innerJoin(chainTx, eq(chainTx.id, settlement.chainTxId))
    .innerJoin(
      chainAttempt,
      and(eq(chainAttempt.txId, settlement.chainTxId), eq(chainAttempt.cancels, false)),
    )
    .where(isSettlementOf(paymentKeyOf(payment)))
    .orderBy(sql`${chainAttempt.createdAt} desc`)
    .limit(1)
  return row && { txId: row.txId, hash: bytesToHex(row.hash), isLost: row.state === 'lost' }
}

type Batch = {
  ctx: { db: Db; sql: Sql }
  chain: Chain
  signer: Signer
  batch: readonly { payment: ExactPayment; replaces: number | undefined }[]
  gasLimit: bigint
  /**
   * True for a batch of one whose payer has code: such a payer settles one payment at a time, and none while
   * delayed.
   */
  contractPayer: boolean
}

/** @property taken indexes of the authorizations that already have a transaction */
type NoneStored = { taken: number[] } | { refused: 'busy' | 'delayed' }
type Stored = { signed: SignedTx } | NoneStored

/**
 * Signs one transaction for several authorizations and stores it with one row per authorization, in one
 * commit. Later calls that settle any of them find this transaction. `replaces` is an earlier transaction
 * that is known to have failed.
 */
export async function storeBatch(args: Batch): Promise<Stored> {
  const { chain, signer, batch, contractPayer } = args
  const intent = {
    chainId: chain.chainId,
    sender: signer.address,
    kind: 'settle',
    idemKey: `settle:${randomUUID()}`,
    to: multicall3Address,
    data: encodeTransfers(batch.map((entry) => entry.payment)),
  } as const
  if (!contractPayer && batch.every((entry) => entry.replaces === undefined)) {
    const signed = await storeNew(args, intent)
    if (signed) return { signed }
  }
  return storeCarefully(args, intent)
}

/**
 * The common case, in one round trip. Returns `undefined` on a conflict: an authorization already has a
 * transaction.
 */
async function storeNew(
  { ctx, chain, signer, batch, gasLimit }: Batch,
  intent: ChainTxIntent,
): Promise<SignedTx | undefined> {
  const keys = JSON.stringify(batch.map((entry) => paymentKeyOf(entry.payment)))
  try {
    return await storeSigned({
      ctx,
      chain,
      signer,
      intent,
      gasLimit,
      fees: await currentFees({ chain }),
      beside: (sql) => sql`
        insert into settlement (network, asset, payer, nonce, chain_tx_id)
        select given.network, given.asset, given.payer, given.nonce, stored.id
        from stored, jsonb_to_recordset(${keys}::text::jsonb)
               as given (network text, asset text, payer text, nonce text)`,
    })
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) return undefined
    throw error
  }
}

async function storeCarefully(
  { ctx, chain, signer, batch, gasLimit, contractPayer }: Batch,
  intent: ChainTxIntent,
): Promise<Stored> {
  const fees = await currentFees({ chain })
  const keys = batch.map((entry) => paymentKeyOf(entry.payment))
  try {
    return await ctx.db.transaction(async (tx) => {
      const signed = await signNow({ tx, chain, signer, intent, gasLimit, fees })
      for (const [index, { replaces }] of batch.entries()) {
        if (replaces === undefined) continue
        await tx
          .delete(settlement)
          .where(
            and(
              eq(settlement.chainTxId, replaces),
              eq(settlement.payer, keys[index]!.payer),
              eq(settlement.nonce, keys[index]!.nonce),
            ),
          )
      }
      const stored = await tx.execute<{ payer: string; nonce: string }>(sql`
        insert into settlement (network, asset, payer, nonce, chain_tx_id, contract_payer)
        select network, asset, payer, nonce, ${signed.txId}, ${contractPayer}
        from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb)
               as given (network text, asset text, payer text, nonce text)
        on conflict do nothing
        returning payer, nonce`)
      const mine = new Set(stored.map((row) => `${row.payer}${row.nonce}`))
      const taken = keys.flatMap((key, index) => (mine.has(`${key.payer}${key.nonce}`) ? [] : [index]))
      // The exception rolls back the nonce and the signed bytes.
      if (taken.length > 0) throw new NotStored(contractPayer ? await whyNot(tx, keys[0]!) : { taken })
      // Checked after the insert: the payer's earlier settlement has ended by then, so its failure is visible
      // here.
      if (contractPayer && (await readPayerDelay(tx, keys[0]!)) > 0)
        throw new NotStored({ refused: 'delayed' })
      return { signed }
    })
  } catch (error) {
    if (error instanceof NotStored) return error.why
    throw error
  }
}

/** Either the authorization already has a transaction, or another settlement of the same payer is open. */
async function whyNot(tx: Tx, key: PaymentKey): Promise<NoneStored> {
  const [known] = await tx.select({ txId: settlement.chainTxId }).from(settlement).where(isSettlementOf(key))
  return known ? { taken: [0] } : { refused: 'busy' }
}

/** Matches the settlement of an authorization, in `settlement` or in the view that also has archived ones. */
export function isSettlementOf(
  { network, asset, payer, nonce }: PaymentKey,
  rows: typeof settlement | typeof settlementJournal = settlement,
) {
  return and(eq(rows.network, network), eq(rows.asset, asset), eq(rows.payer, payer), eq(rows.nonce, nonce))
}

const uniqueViolation = '23505'

class NotStored extends Error {
  override readonly name = 'NotStored'
  readonly why: NoneStored
  constructor(why: NoneStored) {
    super('nothing was stored')
    this.why = why
  }
}
