import { z } from 'zod'
import { chainTxStates } from '#lib/domain/chain-tx'
import { pageLimit } from '#lib/schemas/board'
import { numberCursor } from '#lib/schemas/cursor'
import { address, hex32, timestamp } from '#lib/schemas/formats'
import { networkId, onlyTrue, rowNumber } from '#lib/schemas/query-formats'

const headSchema = z.object({
  number: z.int(),
  hash: hex32,
  at: timestamp,
  age_seconds: z.int().meta({ description: 'By the service’s clock, which a sandbox may have moved.' }),
})

const providerSchema = z.object({
  host: z.string().meta({ description: 'Of the URL; the rest of it may hold a key and is told nobody.' }),
  answer_ms: z.int().nullable().meta({ description: '`null`: it did not answer in time.' }),
  error: z.string().nullable(),
  head: headSchema.nullable(),
  agreement: z.enum(['agrees', 'differs', 'alone', 'unknown']).meta({
    description:
      'Whether it has the block that most have at the height all have reached. Of two that differ, both do; `alone`: nobody to compare with.',
  }),
})

const waiting = z.object({
  count: z.int(),
  since: timestamp.nullable().meta({ description: 'Of the oldest of them.' }),
})

const laneSchema = z.object({
  network: networkId,
  sender: address,
  roles: z
    .array(z.string())
    .meta({ description: 'As the workers with the key said: relayer, treasury, operator, anchor.' }),
  next_nonce: z.int().meta({ description: 'The next that we give.' }),
  mined_nonce: z.int().nullable().meta({ description: 'The next that the chain expects.' }),
  pending_nonce: z.int().nullable().meta({ description: 'The next after what the node has in its pool.' }),
  gap: z.int().nullable().meta({
    description: 'Nonces given and not mined; below 0: the key was used outside this database.',
  }),
  balance_wei: z.string().nullable(),
  balance: z.string().nullable().meta({ description: 'In whole coins.' }),
  coin: z.string(),
  lasts: z
    .int()
    .nullable()
    .meta({ description: 'For how many transactions, at the most its last ones could have cost.' }),
  passed_at: timestamp.nullable().meta({ description: 'When a worker with the key last looked. Real time.' }),
  passed_seconds_ago: z.int().nullable(),
  passed_by: z.string().nullable(),
  pass_error: z.string().nullable(),
  frozen: z.object({ at: timestamp, by: z.string(), reason: z.string() }).nullable(),
  queued: waiting,
  sent: waiting,
  mined: waiting,
  first_unmined_id: z.int().nullable().meta({ description: 'The next that the chain can take.' }),
})
export type Lane = z.output<typeof laneSchema>

export const operatorChainsSchema = z.object({
  chains: z.array(
    z.object({
      network: networkId,
      name: z.string(),
      finality: z.string().meta({ description: 'When a block counts as final here.' }),
      head: z.int().nullable(),
      final: z.int().nullable().meta({ description: 'The last final block.' }),
      compared_at: z
        .int()
        .nullable()
        .meta({ description: 'The height at which the providers were compared.' }),
      providers: z.array(providerSchema),
      fee_cap_gwei: z.string(),
    }),
  ),
  lanes: z.array(laneSchema),
})
export type OperatorChains = z.output<typeof operatorChainsSchema>

/** A cursor that goes on after a transaction. */
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
    .meta({ description: 'Those alone that wait for more than two minutes for a nonce or a block.' }),
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
  created_at: timestamp,
  updated_at: timestamp,
})
export type OperatorTransaction = z.output<typeof operatorTransactionSchema>

export const operatorTransactionPageSchema = z.object({
  transactions: z.array(operatorTransactionSchema),
  next_cursor: z.string().nullable(),
})

export const transactionParams = z.object({
  id: rowNumber('a transaction'),
})

/** A signed form of a transaction; all of one share its nonce. */
export const attemptSchema = z.object({
  hash: hex32,
  is_empty: z.boolean().meta({ description: 'An empty one to ourselves, in the place of the call.' }),
  max_fee_gwei: z.string(),
  max_priority_fee_gwei: z.string(),
  signed_at: timestamp,
  broadcast_at: timestamp.nullable(),
})
export type SignedAttempt = z.output<typeof attemptSchema>

const calledSchema = z.object({
  contract: z.string().meta({ description: 'What it is to us: escrow, USDC, EAS; or the address alone.' }),
  address,
  call: z.string().meta({ description: 'The function; `unknown` when the data is none we know.' }),
  arguments: z.array(z.object({ name: z.string(), value: z.string() })),
})

export const operatorTransactionDetailSchema = operatorTransactionSchema.extend({
  purpose: z.string(),
  advice: z.string().meta({ description: 'What to do about it.' }),
  idempotency_key: z.string(),
  recipient: address,
  value_wei: z.string(),
  gas_limit: z.int().nullable(),
  fee_cap_gwei: z.string().meta({ description: 'The most that is offered for it per gas.' }),
  calls: z
    .array(calledSchema)
    .meta({ description: 'What it calls, decoded; of a batch each, the first fifty. No signature is told.' }),
  calls_total: z.int(),
  bump_asked_at: timestamp.nullable(),
  cancel_asked_at: timestamp.nullable(),
  mined_hash: hex32.nullable(),
  mined_block: z.int().nullable(),
  is_next: z
    .boolean()
    .meta({ description: 'Whether it is signed, and the next of its lane that can be mined.' }),
  lane_is_frozen: z.boolean(),
  attempts_made: z.array(
    attemptSchema.extend({
      receipt: z
        .enum(['success', 'reverted', 'none', 'unknown'])
        .meta({ description: 'As the chain has it now; `unknown`: it could not be asked.' }),
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
