import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, TransactionReceipt } from 'viem'
import { createBatcher } from '#lib/adapters/batcher'
import type { Chain } from '#lib/adapters/chain/client'
import { broadcast } from '#lib/adapters/chain/outbox'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { mayBegin } from '#lib/adapters/facilitator/settlement-outcome'
import { storeBatch } from '#lib/adapters/facilitator/settlement-rows'
import { batchGasLimit, maxBatch } from '#lib/adapters/facilitator/transfer-call'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import type { ExactPayment } from '#lib/schemas/x402'

/** A transaction that was sent. @property others number of other authorizations in it */
export type Sent = { hash: Hex; txId: number; receipt: TransactionReceipt | undefined; others: number }
/**
 * `taken`: the authorization already has a transaction. For payers with code only: `busy`, another settlement
 * of the payer is open; `delayed`, an earlier one has failed.
 */
export type NotSent = 'taken' | 'busy' | 'delayed'
/** An authorization to send. @property replaces id of an earlier transaction with it, which had no effect */
type Entry = { payment: ExactPayment; replaces: number | undefined }

/** Sends authorizations. Each function resolves when the transaction has its receipt, or when `waitMs` is over. */
type SettlementSender = {
  /** For plain accounts: with others in one transaction. */
  inBatch: (entry: Entry) => Promise<Sent | NotSent>
  alone: (entry: Entry) => Promise<Sent | NotSent>
  /**
   * For payers with code. One at a time per payer, across all processes: a payer that makes its settlements fail is delayed after
   * the first.
   */
  aloneWithCode: (entry: Entry) => Promise<Sent | NotSent>
}

export type SenderOptions = {
  ctx: Pick<Context, 'db' | 'sql' | 'log'>
  chain: Chain
  signer: Signer
  /** The gas limit of a settlement whose payer is a contract. */
  contractPayerGas: bigint
  waitMs: number
  /**
   * True while payments that were verified are about to be settled. A batch waits for them up to `gatherMs`, because
   * a transaction costs one signature, one commit and one block, whether it settles one payment or many. Under load,
   * batches become three times as large, which raises throughput and lowers latency. A single caller never waits.
   */
  expectsMore: () => boolean
  gatherMs: number
}

/** Commits each transaction, with one row per authorization, before it is sent, so that a repeated call finds it. */
export function createSettlementSender(options: SenderOptions): SettlementSender {
  const { chain, contractPayerGas, waitMs, gatherMs, expectsMore } = options
  const sendPlain = (batch: readonly Entry[]) =>
    send(options, batch, { gasLimit: batchGasLimit(batch.length), contractPayer: false })

  // The batcher is busy only until the commit: it stores the next batch while this one waits for its block.
  const sendInBatch = createBatcher<Entry, { sent: Promise<Sent | NotSent> }>({
    maxItems: maxBatch,
    refillMs: gatherMs,
    expectsMore,
    run: async (batch) =>
      (await sendPlain(batch)).map((sent) => {
        sent.catch(() => {})
        return { sent }
      }),
  })

  return {
    inBatch: async (entry) => (await sendInBatch(entry)).sent,
    alone: async (entry) => (await sendPlain([entry]))[0]!,
    aloneWithCode: async (entry) => {
      const giveUpAt = performance.now() + waitMs
      const { payer } = paymentKeyOf(entry.payment)
      for (;;) {
        if (await mayBegin({ ctx: options.ctx, chain, payer })) {
          const [sending] = await send(options, [entry], { gasLimit: contractPayerGas, contractPayer: true })
          const sent = await sending!
          if (sent !== 'busy') return sent
        }
        if (performance.now() >= giveUpAt) return 'busy'
        await sleep(chain.client.pollingInterval)
      }
    },
  }
}

/** Stores the batch in one commit and starts sending it. Each returned promise resolves with its receipt. */
async function send(
  options: Pick<SenderOptions, 'ctx' | 'chain' | 'signer' | 'waitMs'>,
  batch: readonly Entry[],
  { gasLimit, contractPayer }: { gasLimit: bigint; contractPayer: boolean },
): Promise<Promise<Sent | NotSent>[]> {
  const { ctx, chain, signer, waitMs } = options
  const stored = await storeBatch({ ctx, chain, signer, batch, gasLimit, contractPayer })
  if ('refused' in stored) return batch.map(async () => stored.refused)
  if ('taken' in stored) {
    const rest = batch.filter((_, index) => !stored.taken.includes(index))
    const sent = rest.length > 0 ? await send(options, rest, { gasLimit, contractPayer }) : []
    return batch.map((_, index) =>
      stored.taken.includes(index) ? Promise.resolve('taken' as const) : sent.shift()!,
    )
  }
  const { hash, txId } = stored.signed
  const sent = broadcast({ ctx, chain, signed: stored.signed, waitMs }).then(
    (receipt): Sent => ({ hash, txId, receipt, others: batch.length - 1 }),
  )
  return batch.map(() => sent)
}
