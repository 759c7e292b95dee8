import { z } from 'zod'
import { chainTxStates } from '#lib/domain/chain/chain-tx'
import { pageLimit } from '#lib/schemas/board'
import { nextCursor, numberCursor } from '#lib/schemas/cursor'
import { hex32, timestamp } from '#lib/schemas/formats'
import { moneyPlaces } from '#lib/schemas/operator-bounty'
import { attemptSchema } from '#lib/schemas/operator-chain'
import {
  networkId,
  onlyTrue,
  operationName,
  rowNumber,
  secondsText,
  walletFilter,
} from '#lib/schemas/query-formats'

const paymentStates = ['claimed', 'settling', 'settled', 'failed', 'void'] as const

export const paymentCursor = numberCursor('payment')

const usdc = z.string().regex(/^\d+\.\d{2,6}$/)
const paymentId = z.int().min(1)

/** The query string of GET /api/operator/payments. */
export const paymentsQuery = z.object({
  state: z.enum(paymentStates).optional(),
  unresolved: onlyTrue.optional().describe('Only payments whose outcome is not known yet, oldest first.'),
  refunded: onlyTrue.optional().describe('Only payments of bounties whose money went back to the payer.'),
  within: secondsText.optional().describe('Only payments of this many seconds before now.'),
  operation: operationName.optional(),
  network: networkId.optional(),
  payer: walletFilter.optional().describe('The wallet of the payer.'),
  reference: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^0x[0-9a-f]{64}$/, 'must be a transaction or a nonce: 0x and 64 hexadecimal digits')
    .optional()
    .describe('The nonce, or the transaction that settled the payment.'),
  limit: pageLimit,
  cursor: paymentCursor.schema.optional().describe('`next_cursor` of the previous page.'),
})
export type PaymentsQuery = z.output<typeof paymentsQuery>

const placeAfterPayment = z.enum(moneyPlaces).exclude(['treasury'])

/** A payment in a list. */
const operatorPaymentSchema = z.object({
  id: paymentId,
  state: z.enum(paymentStates),
  is_watched: z.boolean().describe('True while the reconciliation looks for it on the chain.'),
  reason: z.string().nullable().describe('Why it failed or is void, as a code.'),
  network: z.string().describe('CAIP-2.'),
  operation: z.string(),
  payer: z.string(),
  pay_to: z.string(),
  amount_usdc: usdc,
  nonce: z.string(),
  settle_tx: hex32.nullable(),
  settled_with: z.int().min(0).describe('The number of other payments that the same transaction settled.'),
  bounty_id: z.string().nullable(),
  moved_on: z
    .object({ to: placeAfterPayment, transaction: hex32 })
    .nullable()
    .describe(
      'Where the money of its bounty went last after the payment, by a confirmed transaction; `null` if it bought none, or the money has not moved since.',
    ),
  created_at: timestamp,
  closed_at: timestamp.nullable(),
})
export type OperatorPayment = z.output<typeof operatorPaymentSchema>

export const operatorPaymentPageSchema = z.object({
  payments: z.array(operatorPaymentSchema).describe('Newest first; with `unresolved`, oldest first.'),
  next_cursor: nextCursor,
})
export type OperatorPaymentPage = z.output<typeof operatorPaymentPageSchema>

export const paymentParams = z.object({ payment_id: rowNumber('a payment') })

/** One payment with everything but its secrets and its answer. */
export const operatorPaymentDetailSchema = operatorPaymentSchema.extend({
  asset: z.string(),
  valid_before: timestamp
    .nullable()
    .describe('The token refuses the authorization from then on; `null`: practically never.'),
  identifier: z
    .string()
    .nullable()
    .describe(
      'The identifier that the payer chose (x402 extension `payment-identifier`). Another payment with the same identifier is refused.',
    ),
  request_hash: hex32.describe('SHA-256 of the paid request.'),
  attempt: z.int().describe('How often a process has claimed it.'),
  leased_until: timestamp.describe('The claim of the last process ends then. Real time.'),
  is_leased: z.boolean(),
  looked_at: timestamp.nullable().describe('When the chain was last read for it. Real time.'),
  order: z
    .object({ title: z.string(), amount_usdc: z.int(), deadline_days: z.int(), kept_at: timestamp })
    .nullable()
    .describe('The bounty that was ordered.'),
  bounty: z.object({ bounty_id: z.string(), state: z.string(), paid_at: timestamp }).nullable(),
  moves: z
    .array(z.object({ to: placeAfterPayment, transaction: hex32, at: timestamp.nullable() }))
    .describe('The confirmed transfers of the money of its bounty after the payment, in order.'),
  answer: z
    .object({
      status: z.int(),
      stored_bytes: z.int(),
      captures: z
        .int()
        .nullable()
        .describe('The number of captures in it; `null` if it is not about captures.'),
      kept_at: timestamp,
    })
    .nullable()
    .describe('Facts about the stored answer, without its content.'),
  transaction: z
    .object({
      id: z.int(),
      state: z.enum(chainTxStates),
      sender: z.string(),
      nonce: z.int().nullable(),
      error: z.string().nullable(),
      mined_hash: hex32.nullable(),
      mined_block: z.int().nullable(),
      created_at: timestamp,
      attempts: z.array(attemptSchema),
    })
    .nullable()
    .describe('The transaction of the built-in facilitator, which several payments may share.'),
  in_books: z
    .object({ transaction: hex32, log_index: z.int(), block: z.int() })
    .nullable()
    .describe('The transfer into the treasury, from a final block.'),
  actions: z.array(
    z.object({ id: z.int(), at: timestamp, action: z.string(), operator: z.string(), reason: z.string() }),
  ),
})
export type OperatorPaymentDetail = z.output<typeof operatorPaymentDetailSchema>

/** The state of a payment's authorization in the token contract now. */
export const authorizationSchema = z.object({
  asked_at: timestamp,
  says: z
    .enum(['unused', 'paid', 'spent', 'could_not_ask'])
    .describe(
      '`paid`: used, with a known transfer to us. `spent`: used or cancelled, without a known transfer to us. `could_not_ask`: not known.',
    ),
  is_final: z
    .boolean()
    .nullable()
    .describe('True if it is the same in the last final block; `null` if it is unused or could not be read.'),
  transaction: hex32.nullable(),
  block: z.int().nullable().describe('The head at the time.'),
  is_over: z
    .boolean()
    .nullable()
    .describe('True if the authorization has expired by the time of that block.'),
  reason: z.string().nullable().describe('Why it could not be read.'),
})
export type Authorization = z.output<typeof authorizationSchema>

const transferSchema = z.object({
  transaction: hex32,
  log_index: z.int(),
  block: z.int(),
  block_time: timestamp.nullable().describe('`null` if the chain could not be read.'),
  in_books_since: timestamp.describe('Real time.'),
  from: z.string(),
  to: z.string(),
  amount_usdc: usdc,
  nonce: z.string().nullable().describe('The EIP-3009 nonce, if any.'),
  payment_id: paymentId.nullable().describe('The payment with this authorization.'),
  onchain_id: z.int().nullable().describe('The number in the escrow contract under which it was posted.'),
  return: z
    .object({
      state: z.enum(['asked', 'withdrawn']),
      transaction_id: z.int().nullable(),
      blocker: z.string().nullable(),
    })
    .nullable(),
})
export type OperatorTransfer = z.output<typeof transferSchema>

const sideSchema = z.object({
  count: z.int(),
  amount_usdc: usdc,
  transfers: z.array(transferSchema).describe('The oldest transfers.'),
})

/** Transfers without a payment or bounty, and the returns of such transfers. */
export const unmatchedSchema = z.object({
  networks: z.array(
    z.object({
      network: z.string(),
      name: z.string(),
      books: z
        .object({
          block: z.int(),
          written_at: timestamp,
          inflows: sideSchema,
          outflows: sideSchema,
          revenue: sideSchema.describe('To PAY_TO, by authorizations without a settled payment.'),
        })
        .nullable()
        .describe('`null`: unknown, because the ledger is not available.'),
    }),
  ),
  returns: z
    .array(
      z.object({
        network: z.string(),
        transaction: hex32,
        log_index: z.int(),
        to: z.string(),
        amount_usdc: usdc,
        state: z.enum(['asked', 'returned', 'withdrawn']),
        transaction_id: z.int().nullable(),
        return_tx: hex32.nullable(),
        blocker: z.string().nullable(),
        asked_at: timestamp,
        done_at: timestamp.nullable(),
      }),
    )
    .describe('The latest.'),
})
export type UnmatchedMoney = z.output<typeof unmatchedSchema>
