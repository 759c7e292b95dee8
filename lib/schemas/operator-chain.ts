import { z } from 'zod'
import { chainTxStates } from '#lib/domain/chain/chain-tx'
import { pageLimit } from '#lib/schemas/board'
import { nextCursor, numberCursor } from '#lib/schemas/cursor'
import { address, hex32, timestamp } from '#lib/schemas/formats'
import { networkId, onlyTrue, rowNumber } from '#lib/schemas/query-formats'

const headSchema = z.object({
  number: z.int(),
  hash: hex32,
  at: timestamp,
  age_seconds: z.int().describe('By the service’s clock, which a sandbox may have moved.'),
})

const providerSchema = z.object({
  host: z.string().describe('The host of the URL; the rest may contain a key and is not returned.'),
  answer_ms: z.int().nullable().describe('`null`: it did not answer in time.'),
  error: z.string().nullable(),
  head: headSchema.nullable(),
  agreement: z
    .enum(['agrees', 'differs', 'alone', 'unknown'])
    .describe(
      '`agrees`: has the same block as most providers, at the height that all have reached. If two providers differ, both are `differs`. `alone`: there is no other to compare with.',
    ),
})

const waiting = z.object({
  count: z.int(),
  since: timestamp.nullable().describe('The time of the oldest.'),
})

const senderQueueSchema = z.object({
  network: networkId,
  sender: address,
  roles: z
    .array(z.string())
    .describe('As reported by the workers that have the key: relayer, treasury, operator, anchor.'),
  next_nonce: z.int().describe('The next nonce that we will assign.'),
  mined_nonce: z.int().nullable().describe('The next nonce that the chain expects.'),
  pending_nonce: z.int().nullable().describe('The next nonce after the pending transactions of the node.'),
  gap: z
    .int()
    .nullable()
    .describe('Assigned nonces that are not mined. Below 0: the key was used outside this database.'),
  balance_wei: z.string().nullable(),
  balance: z.string().nullable().describe('In whole coins.'),
  coin: z.string(),
  lasts: z
    .int()
    .nullable()
    .describe(
      'The number of transactions that the balance pays for, at the highest possible cost of the last ones.',
    ),
  passed_at: timestamp.nullable().describe('When a worker with the key last made a pass. Real time.'),
  passed_seconds_ago: z.int().nullable(),
  passed_by: z.string().nullable(),
  pass_error: z.string().nullable(),
  frozen: z.object({ at: timestamp, by: z.string(), reason: z.string() }).nullable(),
  queued: waiting,
  sent: waiting,
  mined: waiting,
  first_unmined_id: z.int().nullable().describe('The next transaction that can be mined.'),
})
export type SenderQueue = z.output<typeof senderQueueSchema>

export const operatorChainsSchema = z.object({
  chains: z.array(
    z.object({
      network: networkId,
      name: z.string(),
      finality: z.string().describe('When a block counts as final here.'),
      head: z.int().nullable(),
      final: z.int().nullable().describe('The last final block.'),
      compared_at: z.int().nullable().describe('The height at which the providers were compared.'),
      providers: z.array(providerSchema),
      fee_cap_gwei: z.string(),
    }),
  ),
  sender_queues: z.array(senderQueueSchema),
})
export type OperatorChains = z.output<typeof operatorChainsSchema>

export const transactionCursor = numberCursor('transaction')

/** The query string of GET /api/operator/transactions. */
export const transactionsQuery = z.object({
  network: networkId.optional(),
  sender: address.transform((value) => value.toLowerCase()).optional(),
  state: z.enum(chainTxStates).optional(),
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'must be a kind of transaction')
    .optional(),
  stuck: onlyTrue
    .optional()
    .describe('Only transactions that have waited for a nonce or a block for more than two minutes.'),
  limit: pageLimit,
  cursor: transactionCursor.schema.optional(),
})
export type TransactionsQuery = z.output<typeof transactionsQuery>

const operatorTransactionSchema = z.object({
  id: z.int(),
  network: networkId,
  sender: address,
  kind: z.string(),
  state: z.enum(chainTxStates),
  nonce: z.int().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
  mined_hash: hex32.nullable(),
  fee_wei: z
    .string()
    .nullable()
    .describe(
      'What the chain took for the mined version, in units of 10^-18 of the coin; `null` until that is known.',
    ),
  coin: z.string().describe('The coin in which gas is paid.'),
  created_at: timestamp,
  updated_at: timestamp,
})
export type OperatorTransaction = z.output<typeof operatorTransactionSchema>

export const operatorTransactionPageSchema = z.object({
  transactions: z.array(operatorTransactionSchema),
  next_cursor: nextCursor,
})

export const transactionParams = z.object({
  id: rowNumber('a transaction'),
})

/** A signed attempt at a transaction. All attempts share its nonce. */
export const attemptSchema = z.object({
  hash: hex32,
  is_empty: z.boolean().describe('True for an empty transaction to ourselves that replaces the call.'),
  max_fee_gwei: z.string(),
  max_priority_fee_gwei: z.string(),
  signed_at: timestamp,
  broadcast_at: timestamp.nullable(),
})
export type SignedAttempt = z.output<typeof attemptSchema>

const calledSchema = z.object({
  contract: z.string().describe('The role of the contract: escrow, USDC or EAS; otherwise the address.'),
  address,
  call: z.string().describe('The name of the function; `unknown` if the data could not be decoded.'),
  arguments: z.array(z.object({ name: z.string(), value: z.string() })),
})

export const operatorTransactionDetailSchema = operatorTransactionSchema.extend({
  purpose: z.string(),
  advice: z.string().describe('What to do about it.'),
  idempotency_key: z.string(),
  recipient: address,
  value_wei: z.string(),
  gas_limit: z.int().nullable(),
  fee_cap_gwei: z.string().describe('The highest fee per gas that is offered.'),
  calls: z
    .array(calledSchema)
    .describe('The decoded calls; of a batch, the first fifty. Signatures are left out.'),
  calls_total: z.int(),
  bump_asked_at: timestamp.nullable(),
  cancel_asked_at: timestamp.nullable(),
  mined_block: z.int().nullable(),
  is_next: z
    .boolean()
    .describe('True if it is signed, and is the next transaction of its sender that can be mined.'),
  queue_is_frozen: z.boolean(),
  attempts_made: z.array(
    attemptSchema.extend({
      receipt: z
        .enum(['success', 'reverted', 'none', 'unknown'])
        .describe('The current receipt on the chain; `unknown`: the chain could not be read.'),
      block: z.int().nullable(),
      gas_used: z.int().nullable(),
    }),
  ),
  final_block: z.int().nullable(),
  belongs_to: z.array(
    z.object({
      kind: z.enum(['payment', 'bounty', 'tree', 'inflow']),
      id: z.string(),
      text: z.string(),
    }),
  ),
})
export type OperatorTransactionDetail = z.output<typeof operatorTransactionDetailSchema>
