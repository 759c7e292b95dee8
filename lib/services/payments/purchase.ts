import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { currentRequest, noteRequest, type RequestNotes } from '#lib/adapters/request-notes'
import { currentTraceparent } from '#lib/adapters/trace'
import { CairnError, type ErrorCode } from '#lib/domain/errors'
import { mayUseKeys } from '#lib/services/freeze/compare-keys'
import { assertNotFrozenNow, frozenError } from '#lib/services/freeze/is-frozen'
import { findSentBack, lockAuthorization } from '#lib/services/inflows/lock-authorization'
import { answerIdentified } from '#lib/services/payments/answer-identified'
import { bindIdentifier } from '#lib/services/payments/bind-identifier'
import { type Claim, claimPayment, reclaimPayment } from '#lib/services/payments/claim-payment'
import { retakeSettlement, voidPayment } from '#lib/services/payments/close-payment'
import { deliverKept, handOver, loadGoods } from '#lib/services/payments/deliver'
import { assertPayerMayTry } from '#lib/services/payments/failed-payments'
import { findLost } from '#lib/services/payments/find-lost'
import { findPayment, type JournalledPayment } from '#lib/services/payments/find-payment'
import { isUnresolved } from '#lib/services/payments/is-unresolved'
import { settleSeconds } from '#lib/services/payments/keep-answer'
import { isLostDigest } from '#lib/services/payments/lost-order'
import { askTruth, chainOf } from '#lib/services/payments/read-truth'
import { recoverPayment } from '#lib/services/payments/recover-payment'
import { hashPayment } from '#lib/services/payments/request-hash'
import { keepAndSettle, settleClaim } from '#lib/services/payments/settle-claim'
import {
  keyOf,
  type PaymentContext,
  type PaymentKey,
  type Purchase,
  type PurchaseInput,
  pendingPurchase,
} from '#lib/services/payments/types'
import { notVerified, refuse, type Vetted, vetPayment } from '#lib/services/payments/vet-payment'
import { pollMs, truthEveryMs, waitForOtherMs } from '#lib/services/payments/waiting'
import { checkProof, requestProof } from '#lib/services/payments/wallet-proof'

/**
 * How long an order waits for an equal one of the same wallet. Who sends several at once means them all, and each settles well
 * within this; what takes longer is in doubt, and its payer may be here with a second payment for it.
 */
const waitForTwinMs = 3_000

/** How far the clock of a chain may be behind ours. */
const maxClockSkewMs = 120_000

type Flight = {
  done: Promise<Purchase>
  /** Of the request that began it. */
  notes: RequestNotes | undefined
}
const flights = new WeakMap<object, Map<string, Flight>>()

/**
 * Sells one answer for one payment, in either flow. The same payment for the same request is answered again with the same
 * answer and charged once, whatever crashed in between and however many ask at the same time.
 */
export async function purchase(args: { ctx: PaymentContext; input: PurchaseInput }): Promise<Purchase> {
  const { ctx, input } = args
  const inFlight = flights.get(ctx.sql) ?? new Map<string, Flight>()
  flights.set(ctx.sql, inFlight)
  const payloadHash = hashPayment(input.payment)
  // A payment that is shown for another request, or in another form, is judged by itself: the database decides between them.
  const shown = [input.requestHash, payloadHash].map((hash) => Buffer.from(hash).toString('hex'))
  const key = [...shown, input.identifier, JSON.stringify(input.proof)].join(' ')
  const running = inFlight.get(key)
  if (running) return running.done.finally(() => noteRequest(running.notes ?? {}))
  const done = buy(ctx, input, payloadHash).finally(() => inFlight.delete(key))
  inFlight.set(key, { done, notes: currentRequest()?.notes })
  return done
}

async function buy(ctx: PaymentContext, input: PurchaseInput, payloadHash: Uint8Array): Promise<Purchase> {
  const giveUpAt = performance.now() + waitForOtherMs
  let nextTruthAt = 0
  let transaction: Hex | undefined
  // Most payments are new: vetted while the journal is read. What the journal has comes first all the same.
  const vetted = vetPayment({ ctx, input })
  vetted.catch(() => {})
  for (;;) {
    const row = await findPayment({ ctx, input: keyOf(input.payment) })
    if (!row) {
      const bought = await buyNew(ctx, input, payloadHash, await vetted)
      if (bought) return bought
      continue
    }
    const refused = mismatch(row, { requestHash: input.requestHash, payloadHash })
    if (refused) {
      const judged = isUnused(row) ? await vetted : undefined
      return judged && 'reason' in judged ? refuse(judged) : refused
    }
    noteRequest({ paymentId: row.id })
    if (row.state === 'settled') return answerAgain(ctx, input, row)
    if (row.state === 'settling') {
      if (!row.leased) return resumeSettlement(ctx, input, row)
      // Its taker may have died after the broadcast: then the chain knows before the lease ends.
      if (performance.now() >= nextTruthAt) {
        nextTruthAt = performance.now() + truthEveryMs
        const truth = await truthOf(ctx, input, row)
        if (truth.is === 'paid') return adopt(ctx, input, row, truth.transaction)
      }
      transaction = row.settleTx
    } else if (!(row.state === 'claimed' && row.leased)) {
      const bought = await buyAgain(ctx, input, row)
      if (bought) return bought
      continue
    }
    if (performance.now() >= giveUpAt) return pendingPurchase(input.payment, transaction)
    await sleep(pollMs)
  }
}

/** `undefined`: someone else took it meanwhile. */
async function buyNew(
  ctx: PaymentContext,
  input: PurchaseInput,
  payloadHash: Uint8Array,
  vetted: Vetted,
): Promise<Purchase | undefined> {
  const key = keyOf(input.payment)
  const { requestHash, sale } = input
  await assertRuns(ctx, key.network)
  if ('reason' in vetted) {
    // The journal was read before: another process may have taken it and settled it meanwhile.
    if (await findPayment({ ctx, input: key })) return undefined
    await assertNotFrozenNow({ ctx })
    const lost = await findLost({ ctx, input })
    if (lost.is === 'unknown') return pendingPurchase(input.payment, undefined)
    if (lost.is === 'unpaid') return (await answerIdentified({ ctx, input, vetted })) ?? refuse(vetted)
    return buyLost(ctx, input, lost)
  }
  const identified = await answerIdentified({ ctx, input, vetted })
  if (identified) return identified
  // A look-up bought twice is a cent; an order is worth asking first. Who names payments says which are the same.
  if (sale.flow === 'upfront' && input.identifier === undefined) {
    const giveUpAt = performance.now() + waitForTwinMs
    while (await isUnresolved({ ctx, input: { payer: key.payer, requestHash } })) {
      if (performance.now() >= giveUpAt) return { outcome: 'held', by: 'request' }
      await sleep(pollMs)
    }
  }
  await assertPayerMayTry(ctx, key.payer)
  const claim = await claimPayment({
    ctx,
    input: {
      ...key,
      // Both are ours: vetted.
      payTo: input.payment.payload.authorization.to.toLowerCase(),
      amountAtomic: BigInt(input.payment.accepted.amount),
      validBefore: BigInt(input.payment.payload.authorization.validBefore),
      operation: input.operation,
      requestHash,
      payloadHash,
      traceparent: currentTraceparent(),
    },
  })
  if (!claim) return undefined
  noteRequest({ paymentId: claim.id })
  return sell(ctx, input, claim, undefined)
}

/**
 * A transfer that the journal does not know. Whoever reads the chain can show it, with an order or a quote of their own, so it
 * sells nothing and goes back to the wallet that paid. Only a look-up may still be answered, to that wallet: when it shows the
 * offer that was made before the transfer, and signs that it asks.
 *
 * @returns `undefined` when someone else took it meanwhile
 */
async function buyLost(
  ctx: PaymentContext,
  input: PurchaseInput,
  lost: { transaction: Hex; blockNumber: bigint; quotedAt: Date },
): Promise<Purchase | undefined> {
  const { payment, sale, proof } = input
  if (await wentBack(ctx, keyOf(payment))) return { outcome: 'refused', reason: 'paid_and_sent_back' }
  if (sale.flow === 'upfront' || !(await isQuotedBefore(ctx, payment.accepted.network, lost)))
    return { outcome: 'refused', reason: 'paid_without_order' }
  if (proof && proof !== 'malformed' && (await checkProof({ ctx, input: { ...input, proof } })))
    return recoverPayment({ ctx, input: { ...input, produce: sale.produce }, transaction: lost.transaction })
  return {
    outcome: 'refused',
    reason: proof ? 'wallet_proof_invalid' : 'wallet_proof_required',
    proofRequest: requestProof({ ctx, input }),
  }
}

async function isQuotedBefore(
  ctx: PaymentContext,
  network: string,
  { blockNumber, quotedAt }: { blockNumber: bigint; quotedAt: Date },
): Promise<boolean> {
  try {
    const { timestamp } = await chainOf(ctx, network).client.getBlock({ blockNumber })
    return quotedAt.getTime() <= Number(timestamp) * 1_000 + maxClockSkewMs
  } catch (cause) {
    throw notVerified(cause)
  }
}

/** `undefined`: another payment of the same name was taken meanwhile. */
async function sell(
  ctx: PaymentContext,
  input: PurchaseInput,
  claim: Claim,
  paidIn: Hex | undefined,
): Promise<Purchase | undefined> {
  const { payment, identifier } = input
  // Money that moved is owed its answer, whatever it is called.
  if (identifier !== undefined && !paidIn) {
    const { payer } = keyOf(payment)
    if (!(await bindIdentifier({ ctx, input: { payer, identifier, paymentId: claim.id } }))) {
      const reason: ErrorCode = 'conflict'
      await voidPayment({ ctx, input: { ...claim, reason } })
      return undefined
    }
  }
  return keepAndSettle({ ctx, input, claim, paidIn })
}

/** A database that is an older copy knows too little to take or to refuse money. */
async function assertRuns(ctx: PaymentContext, networkId: string): Promise<void> {
  const network = ctx.env.networks.find(({ id }) => id === networkId)
  if (!network) return
  const runs = await mayUseKeys({ ctx, network }).catch((cause: unknown) => {
    throw new CairnError(
      'unavailable',
      'The network of this payment does not answer just now. Nothing was charged; repeat the request with the same payment.',
      {
        retryAfterSeconds: 5,
        cause,
      },
    )
  })
  if (!runs) throw frozenError()
}

/** A payment that was shown before and did not settle: void, failed, or left behind by a crash before settling. */
async function buyAgain(
  ctx: PaymentContext,
  input: PurchaseInput,
  row: JournalledPayment,
): Promise<Purchase | undefined> {
  const truth = await truthOf(ctx, input, row)
  if (truth.is === 'unknown') return pendingPurchase(input.payment, row.settleTx)
  if (truth.is === 'spent') return { outcome: 'refused', reason: 'invalid_exact_evm_nonce_already_used' }
  if (truth.is === 'unused') {
    const vetted = await vetPayment({ ctx, input })
    const identified = await answerIdentified({ ctx, input, vetted, own: row.id })
    if (identified) return identified
    if ('reason' in vetted) return refuse(vetted)
    await assertPayerMayTry(ctx, keyOf(input.payment).payer)
  } else if (row.state === 'failed') {
    return adopt(ctx, input, row, truth.transaction)
  }
  const claim = await reclaimPayment({ ctx, id: row.id, attempt: row.attempt })
  if (!claim) return undefined
  const paidIn = truth.is === 'paid' ? truth.transaction : undefined
  // From the claim on no return of it is sent any more; one that was sent before is.
  if (paidIn && (await wentBack(ctx, keyOf(input.payment)))) {
    const reason = 'paid_and_sent_back'
    await voidPayment({ ctx, input: { ...claim, reason } })
    return { outcome: 'refused', reason }
  }
  return sell(ctx, input, claim, paidIn)
}

async function wentBack({ db }: PaymentContext, key: PaymentKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAuthorization({ tx, nonce: key.nonce })
    return (await findSentBack({ tx, key })) === 'sent'
  })
}

/** What is sold is kept, and its taker is gone or gave up: find out, or settle. */
async function resumeSettlement(
  ctx: PaymentContext,
  input: PurchaseInput,
  row: JournalledPayment,
): Promise<Purchase> {
  const truth = await truthOf(ctx, input, row)
  if (truth.is === 'paid') return adopt(ctx, input, row, truth.transaction)
  if (truth.is === 'unknown') return pendingPurchase(input.payment, row.settleTx)
  const claim = await retakeSettlement({ ctx, id: row.id, attempt: row.attempt, seconds: settleSeconds })
  if (!claim) return pendingPurchase(input.payment, row.settleTx)
  return settleClaim({ ctx, input, claim, deliver: deliverKept({ ctx, input, id: row.id }) })
}

/** The money moved, by whatever hand, and the goods are kept. */
function adopt(
  ctx: PaymentContext,
  input: PurchaseInput,
  row: JournalledPayment,
  transaction: Hex,
): Promise<Purchase> {
  return handOver({ ctx, input, taken: row }, transaction, deliverKept({ ctx, input, id: row.id }))
}

function answerAgain(ctx: PaymentContext, input: PurchaseInput, row: JournalledPayment): Promise<Purchase> {
  const { id, settleTx } = row
  return handOver({ ctx, input, taken: row }, settleTx!, () => loadGoods({ ctx, input, id }))
}

function truthOf(ctx: PaymentContext, input: PurchaseInput, { createdAt }: JournalledPayment) {
  return askTruth({ ctx, payment: input.payment, createdAt })
}

/** Whether no money can have moved for a row: then what it was shown with is no reason to refuse another. */
function isUnused({ state }: JournalledPayment): boolean {
  return state === 'claimed' || state === 'void'
}

/** An authorization serves one request, and only whoever made it may ask again. */
function mismatch(
  known: { requestHash: Uint8Array; payloadHash: Uint8Array },
  shown: { requestHash: Uint8Array; payloadHash: Uint8Array },
): Purchase | undefined {
  if (isLostDigest(known.payloadHash)) return { outcome: 'refused', reason: 'paid_without_order' }
  if (!timingSafeEqual(known.payloadHash, shown.payloadHash))
    return { outcome: 'refused', reason: 'authorization_already_used' }
  if (!timingSafeEqual(known.requestHash, shown.requestHash))
    return { outcome: 'refused', reason: 'authorization_used_for_another_request' }
  return undefined
}
