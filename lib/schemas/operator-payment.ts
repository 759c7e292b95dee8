import { z } from 'zod'
import { chainTxStates } from '#lib/domain/chain-tx'
import { pageLimit } from '#lib/schemas/board'
import { numberCursor } from '#lib/schemas/cursor'
import { hex32, timestamp } from '#lib/schemas/formats'
import { attemptSchema } from '#lib/schemas/operator-chain'
import { networkId, onlyTrue, operationName, rowNumber } from '#lib/schemas/query-formats'

const paymentStates = ['claimed', 'settling', 'settled', 'failed', 'void'] as const

/** What is sold, by the names its payments carry. */
export const paidOperations = ['createBounty', 'queryObservations', 'getObservation'] as const

/** A cursor that goes on after a payment. */
export const paymentCursor = numberCursor('payment')

const usdc = z.string().regex(/^\d+\.\d{2,6}$/)
const paymentId = z.int().min(1)

/** The query string of GET /api/operator/payments. */
export const paymentsQuery = z.object({
  state: z.enum(paymentStates).optional(),
  unresolved: onlyTrue
    .optional()
    .meta({ description: 'Those alone of which it is not known whether they were made, oldest first.' }),
  operation: operationName.optional(),
  network: networkId.optional(),
  payer: z
    .string()
    .trim()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be a wallet: 0x and 40 hexadecimal digits')
    .transform((value) => value.toLowerCase())
    .optional()
    .meta({ description: 'The wallet that pays.' }),
  reference: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^0x[0-9a-f]{64}$/, 'must be a transaction or a nonce: 0x and 64 hexadecimal digits')
    .optional()
    .meta({ description: 'Its nonce, or the transaction that settled it.' }),
  limit: pageLimit,
  cursor: paymentCursor.schema.optional().meta({ description: '`next_cursor` of the page before.' }),
})
export type PaymentsQuery = z.output<typeof paymentsQuery>

/** A payment in a list. */
const operatorPaymentSchema = z.object({
  id: paymentId,
  state: z.enum(paymentStates),
  is_watched: z
    .boolean()
    .meta({ description: 'Whether the reconciliation still looks for it on the chain.' }),
  reason: z.string().nullable().meta({ description: 'Machine-readable; why it failed or is void.' }),
  network: z.string().meta({ description: 'CAIP-2.' }),
  operation: z.string(),
  payer: z.string(),
  pay_to: z.string(),
  amount_usdc: usdc,
  nonce: z.string(),
  settle_tx: hex32.nullable(),
  bounty_id: z.string().nullable(),
  created_at: timestamp,
  closed_at: timestamp.nullable(),
})
export type OperatorPayment = z.output<typeof operatorPaymentSchema>

export const operatorPaymentPageSchema = z.object({
  payments: z
    .array(operatorPaymentSchema)
    .meta({ description: 'Newest first; the unresolved ones oldest first.' }),
  next_cursor: z.string().nullable(),
})
export type OperatorPaymentPage = z.output<typeof operatorPaymentPageSchema>

export const paymentParams = z.object({ payment_id: rowNumber('a payment') })

/** The whole life of one payment, but for its secrets and what it bought. */
export const operatorPaymentDetailSchema = operatorPaymentSchema.extend({
  asset: z.string(),
  valid_before: timestamp
    .nullable()
    .meta({ description: 'From when on the token refuses the authorization; `null`: practically never.' }),
  identifier: z.string().nullable().meta({
    description:
      'What its payer calls it, so that no other payment of that name is taken beside it (x402 extension `payment-identifier`).',
  }),
  request_hash: hex32.meta({ description: 'SHA-256 over what was asked for.' }),
  attempt: z.int().meta({ description: 'How often somebody took it.' }),
  leased_until: timestamp.meta({ description: 'Until when its last taker is left alone. Real time.' }),
  is_leased: z.boolean(),
  looked_at: timestamp.nullable().meta({ description: 'When the chain was last asked. Real time.' }),
  order: z
    .object({ title: z.string(), amount_usdc: z.int(), deadline_days: z.int(), kept_at: timestamp })
    .nullable()
    .meta({ description: 'The bounty that was ordered.' }),
  bounty: z.object({ bounty_id: z.string(), state: z.string(), paid_at: timestamp }).nullable(),
  answer: z
    .object({ status: z.int(), stored_bytes: z.int(), kept_at: timestamp })
    .nullable()
    .meta({ description: 'That an answer is kept; never the answer.' }),
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
    .meta({ description: 'Of the built-in facilitator; many payments may share it.' }),
  in_books: z
    .object({ transaction: hex32, log_index: z.int(), block: z.int() })
    .nullable()
    .meta({ description: 'Its transfer into the treasury, from a final block.' }),
  actions: z.array(
    z.object({ id: z.int(), at: timestamp, action: z.string(), operator: z.string(), reason: z.string() }),
  ),
})
export type OperatorPaymentDetail = z.output<typeof operatorPaymentDetailSchema>

/** What the token says of a payment's authorization at this moment. */
export const authorizationSchema = z.object({
  asked_at: timestamp,
  says: z.enum(['unused', 'paid', 'spent', 'could_not_ask']).meta({
    description:
      '`paid`: used, and its transfer to us is known. `spent`: used or cancelled, and no transfer to us is known. `could_not_ask` is none of these.',
  }),
  is_final: z.boolean().nullable().meta({
    description: 'Whether the last final block says the same; `null` when nothing was spent or asked.',
  }),
  transaction: hex32.nullable(),
  block: z.int().nullable().meta({ description: 'The head when it was asked.' }),
  is_over: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the token would refuse it now, by the time of that block.' }),
  reason: z.string().nullable().meta({ description: 'Why it could not be asked.' }),
})
export type Authorization = z.output<typeof authorizationSchema>

const transferSchema = z.object({
  transaction: hex32,
  log_index: z.int(),
  block: z.int(),
  block_time: timestamp.nullable().meta({ description: '`null` when the chain could not be asked.' }),
  in_books_since: timestamp.meta({ description: 'Real time.' }),
  from: z.string(),
  to: z.string(),
  amount_usdc: usdc,
  nonce: z.string().nullable().meta({ description: 'Of EIP-3009, if that moved it.' }),
  payment_id: paymentId.nullable().meta({ description: 'A payment with that very authorization.' }),
  onchain_id: z.int().nullable().meta({ description: 'Posted into the escrow under this number.' }),
  return: z
    .object({
      state: z.enum(['asked', 'withdrawn']),
      transaction_id: z.int().nullable(),
      hindrance: z.string().nullable(),
    })
    .nullable(),
})
export type OperatorTransfer = z.output<typeof transferSchema>

const sideSchema = z.object({
  count: z.int(),
  amount_usdc: usdc,
  transfers: z.array(transferSchema).meta({ description: 'The oldest of them.' }),
})

/** Money that no payment and no bounty explains, and what was sent back of it. */
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
          revenue: sideSchema.meta({
            description: 'To PAY_TO, by authorizations that no settled payment has.',
          }),
        })
        .nullable()
        .meta({ description: '`null`: the books cannot tell, which is not that there is none.' }),
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
        hindrance: z.string().nullable(),
        asked_at: timestamp,
        done_at: timestamp.nullable(),
      }),
    )
    .meta({ description: 'The latest.' }),
})
export type UnmatchedMoney = z.output<typeof unmatchedSchema>
