import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import type { Hex } from 'viem'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import type { PayerFact, PayerFacts } from '#lib/domain/payment/next-payment-step'
import type { PaymentKey } from '#lib/schemas/payment-key'
import { mayUseKeys } from '#lib/services/freeze/compare-keys'
import { assertNotFrozenNow, frozenError } from '#lib/services/freeze/is-frozen'
import { findSentBack, lockAuthorization } from '#lib/services/inflows/lock-authorization'
import type { Claim } from '#lib/services/payments/claim-payment'
import { findPayment, type JournalledPayment } from '#lib/services/payments/find-payment'
import {
  findUnrecordedTransfer,
  type UnrecordedTransfer,
} from '#lib/services/payments/find-unrecorded-transfer'
import { chainOf, tryReadTransfer } from '#lib/services/payments/read-transfer'
import type { Answer, PaymentContext, PurchaseInput } from '#lib/services/payments/types'
import { isUnknownDigest } from '#lib/services/payments/unknown-digest'
import { notVerified, type Vetted, vetPayment } from '#lib/services/payments/vet-payment'
import { checkWalletProof } from '#lib/services/payments/wallet-proof'

// Reads the facts from which the next step of a payment is decided.

/** How far the clock of a chain may be behind ours. */
const maxClockSkewMs = 120_000

/** A request that comes with a payment. */
export type PaymentRequest = {
  ctx: PaymentContext
  input: PurchaseInput
  key: PaymentKey
  payloadHash: Uint8Array
  /** The check of the payment as a new one, started while the journal is read. */
  firstVerdict: Promise<Vetted>
}

/** What this request knows about its payment: `facts` for `nextPaymentStep`, and the rest for carrying out the steps. */
export type Known = {
  facts: Omit<PayerFacts, 'waitedMs' | 'sinceTransferReadMs'>
  row: JournalledPayment | undefined
  /** Held by this request. */
  claim?: Claim
  vetted?: Vetted
  /** The transaction that moved the money or, until that is known, the one that may move it. */
  transaction?: Hex | undefined
  /** A transfer to us that the journal does not have (`findUnrecordedTransfer`). */
  unrecorded?: UnrecordedTransfer
  /** What this request stored under its claim. */
  answer?: Answer
  /** Why the facilitator refused to settle. */
  settleError?: string
}

/** Reads the journal's row of the payment. All other facts are `unread` afterwards. */
export async function readPayment(request: PaymentRequest): Promise<Known> {
  return knownOf(request, await findPayment({ ctx: request.ctx, input: request.key }))
}

function knownOf({ ctx, input, payloadHash }: PaymentRequest, row: JournalledPayment | undefined): Known {
  const mismatch = row && mismatchOf(row, { requestHash: input.requestHash, payloadHash })
  if (row && !mismatch) noteRequest({ paymentId: row.id })
  return {
    row,
    transaction: row?.settleTx,
    facts: {
      asker: 'payer',
      state: row?.state ?? 'none',
      lease: row?.leased ? 'other' : 'over',
      transfer: 'unread',
      mismatch,
      verdict: 'unread',
      identifier: input.identifier === undefined ? 'none' : 'unread',
      flow: input.sale.flow,
      twin: 'unread',
      settlement: 'unasked',
      facilitatorIsOurs: ctx.facilitator.commitsBeforeSending,
      sentBack: 'unread',
      quotedBefore: 'unread',
      proof: input.proof === undefined ? 'none' : input.proof === 'malformed' ? 'invalid' : 'unread',
    },
  }
}

/** An authorization pays for one request, and only its payer may repeat that request. */
function mismatchOf(
  journalled: { requestHash: Uint8Array; payloadHash: Uint8Array },
  received: { requestHash: Uint8Array; payloadHash: Uint8Array },
): PayerFacts['mismatch'] {
  if (isUnknownDigest(journalled.payloadHash)) return 'paid_without_order'
  if (!timingSafeEqual(journalled.payloadHash, received.payloadHash)) return 'authorization_already_used'
  if (!timingSafeEqual(journalled.requestHash, received.requestHash))
    return 'authorization_used_for_another_request'
  return undefined
}

type Reader = (request: PaymentRequest, known: Known) => Promise<Known>

/** @returns the facts known after the read; all are read again if another process has written the payment meanwhile */
export function readFact(request: PaymentRequest, known: Known, fact: PayerFact): Promise<Known> {
  return readers[fact](request, known)
}

/** @throws CairnError when the payment cannot be checked, the service is frozen, or the request's shape is wrong */
const readVerdict: Reader = async (request, known) => {
  const { ctx, input, key, firstVerdict } = request
  const { state, mismatch } = known.facts
  const vetted = state === 'none' || mismatch ? await firstVerdict : await vetPayment({ ctx, input })
  if (state === 'none') await assertRuns(ctx, key.network)
  return withFacts(known, { verdict: 'reason' in vetted ? 'refused' : 'good' }, { vetted })
}

/** Refuses if the database may be an older copy, which lacks the data to accept or refuse a payment. */
async function assertRuns(ctx: PaymentContext, networkId: string): Promise<void> {
  const network = ctx.env.networks.find(({ id }) => id === networkId)
  if (!network) return
  const runs = await mayUseKeys({ ctx, network }).catch((cause: unknown) => {
    throw new CairnError(
      'unavailable',
      'The network of this payment does not answer right now. Nothing was charged; repeat the request with the same payment.',
      { retryAfterSeconds: 5, cause },
    )
  })
  if (!runs) throw frozenError()
}

/** If the journal does not have the payment, this searches for a transfer that one of our offers requested. */
const readTransfer: Reader = async (request, known) => {
  const { ctx, input, key } = request
  const { row, claim, facts } = known
  if (!row && !claim) {
    const written = await findPayment({ ctx, input: key })
    if (written) return knownOf(request, written)
    await assertNotFrozenNow({ ctx })
    const unrecorded = await findUnrecordedTransfer({ ctx, input })
    if (unrecorded.is === 'paid')
      return withFacts(known, { transfer: 'paid' }, { unrecorded, transaction: unrecorded.transaction })
    return withFacts(known, { transfer: unrecorded.is === 'unpaid' ? 'unused' : 'unknown' })
  }
  // A transfer that our own settlement may have made is new: the search need not go back further than now.
  const createdAt = facts.settlement === 'unasked' && row ? row.createdAt : ctx.clock.now()
  const transfer = await tryReadTransfer({ ctx, payment: input.payment, createdAt })
  if (transfer.is !== 'paid') return withFacts(known, { transfer: transfer.is })
  return withFacts(known, { transfer: 'paid' }, { transaction: transfer.transaction })
}

/**
 * A client that lost our answer may sign a new offer instead of showing its payment again; accepting both would charge it twice
 * for one purchase.
 */
const readTwin: Reader = async ({ ctx, input, key }, known) => {
  const rows = await ctx.sql`
    select from payment
    where closed_at is null and payer = ${key.payer} and request_hash = ${input.requestHash}
      and (state = 'settling' or (state = 'claimed' and claimed_until > now()))
    limit 1`
  return withFacts(known, { twin: rows.length > 0 ? 'settling' : 'none' })
}

const readSentBack: Reader = async ({ ctx, key }, known) => {
  const sentBack = await ctx.db.transaction(async (tx) => {
    await lockAuthorization({ tx, nonce: key.nonce })
    return (await findSentBack({ tx, key })) === 'sent'
  })
  return withFacts(known, { sentBack })
}

/** @throws CairnError when the chain cannot be read */
const readQuotedBefore: Reader = async ({ ctx, key }, known) => {
  const { blockNumber, quotedAt } = known.unrecorded!
  try {
    const { timestamp } = await chainOf(ctx, key.network).client.getBlock({ blockNumber })
    return withFacts(known, {
      quotedBefore: quotedAt.getTime() <= Number(timestamp) * 1_000 + maxClockSkewMs,
    })
  } catch (cause) {
    throw notVerified(cause)
  }
}

const readProof: Reader = async ({ ctx, input }, known) => {
  const { proof } = input
  const isWellFormed = proof !== undefined && proof !== 'malformed'
  const isValid = isWellFormed && (await checkWalletProof({ ctx, input: { ...input, proof } }))
  return withFacts(known, { proof: isValid ? 'valid' : 'invalid' })
}

const readers: Record<PayerFact, Reader> = {
  verdict: readVerdict,
  transfer: readTransfer,
  twin: readTwin,
  sentBack: readSentBack,
  quotedBefore: readQuotedBefore,
  proof: readProof,
}

/** Adds facts, and other data of this request, to `known`. */
export function withFacts(known: Known, facts: Partial<Known['facts']>, more: Partial<Known> = {}): Known {
  return { ...known, ...more, facts: { ...known.facts, ...facts } }
}
