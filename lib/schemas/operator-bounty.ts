import { z } from 'zod'
import { blockerCodes } from '#lib/domain/bounty/blocker'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { chainTxStates } from '#lib/domain/chain/chain-tx'
import { pageLimit } from '#lib/schemas/board'
import { submissionSchema } from '#lib/schemas/bounty'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { hex32, sha256Hex, timestamp } from '#lib/schemas/formats'
import { bountyModerationSchema, hiddenSchema } from '#lib/schemas/moderation'
import { attemptSchema } from '#lib/schemas/operator-chain'
import { networkId, onlyTrue } from '#lib/schemas/query-formats'

const bountyOrders = ['newest', 'unmoved'] as const
type BountyOrder = (typeof bountyOrders)[number]

export type OperatorBountyCursor = { order: BountyOrder; at: string; bountyId: string }

/** @param at in microseconds, as in the database */
export function writeBountyCursor({ order, at, bountyId }: OperatorBountyCursor): string {
  return encodeCursor(`${order}~${at}~${bountyId}`)
}
const cursor = cursorOf(
  /^(newest|unmoved)~(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~([\w-]{1,64})$/,
  ([, order, at, bountyId]): OperatorBountyCursor => ({
    order: order as BountyOrder,
    at: at!,
    bountyId: bountyId!,
  }),
)

const maxTextLength = 200

/** The query string of GET /api/operator/bounties. */
export const operatorBountiesQuery = z.object({
  state: z.enum(bountyStates, 'must be a state of bounties').optional(),
  stuck: onlyTrue
    .optional()
    .describe('Only bounties that are stuck, or whose money has been moving for ten minutes.'),
  hidden: onlyTrue.optional().describe('Only bounties that an operator hides.'),
  network: networkId.optional(),
  text: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxTextLength, `use at most ${maxTextLength} characters`)
    .optional()
    .describe('The id, the wallet that paid, or words of the title and brief.'),
  order: z
    .enum(bountyOrders, `must be ${bountyOrders.join(' or ')}`)
    .default('newest')
    .describe('`unmoved`: bounties that have not ended, longest in their state first.'),
  limit: pageLimit,
  cursor: cursor.optional().describe('`next_cursor` of the previous page, in the same order.'),
})
export type OperatorBountiesQuery = z.output<typeof operatorBountiesQuery>

export const moneyPlaces = ['payer', 'treasury', 'escrow', 'contributor'] as const

const blockerSchema = z.object({
  code: z.enum(blockerCodes),
  text: z.string().describe('Why the bounty is stuck, in a sentence.'),
  advice: z.string().describe('What to do about it.'),
  since: timestamp,
  looked_at: timestamp.describe('When a worker last found this, to within half a minute.'),
  next_try_at: timestamp
    .nullable()
    .describe('When the service retries; `null` if that does not depend on time.'),
})

const operatorBountySchema = z.object({
  bounty_id: z.string(),
  title: z.string(),
  state: z.enum(bountyStates),
  since: timestamp.describe('When the bounty entered this state.'),
  age_seconds: z.int().describe('Seconds in this state, by the service’s clock.'),
  is_stuck: z.boolean(),
  is_hidden: z.boolean().describe('True while an operator hides it.'),
  amount_usdc: z.string().regex(/^\d+\.\d\d$/),
  network: z.string().describe('CAIP-2.'),
  money_is: z.enum(moneyPlaces),
  payer: z.string(),
  paid_at: timestamp,
  blocker: blockerSchema.nullable(),
  waits_for: z
    .string()
    .nullable()
    .describe('The next event or transaction; `null` once the bounty has ended.'),
})
export type OperatorBounty = z.output<typeof operatorBountySchema>

export const operatorBountyPageSchema = z.object({
  bounties: z.array(operatorBountySchema),
  next_cursor: nextCursor,
  are_any: z.boolean().describe('True if there are any bounties, with or without the filters.'),
})
export type OperatorBountyPage = z.output<typeof operatorBountyPageSchema>

export const operatorBountyParams = z.object({
  bounty_id: z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a bounty'),
})

const moveSchema = z.object({
  from: z.enum(moneyPlaces),
  to: z.enum(moneyPlaces),
  transaction: hex32,
  in_books: z.boolean().describe('True if the ledger has it from a final block.'),
})

const transactionSchema = z.object({
  id: z.int(),
  effect: z.enum(['post', 'release', 'pay', 'cancel', 'refund', 'payback']),
  state: z.enum(chainTxStates),
  is_latest: z.boolean().describe('True for the last transaction requested for this effect.'),
  sender: z.string(),
  nonce: z.int().nullable(),
  mined_hash: hex32.nullable(),
  mined_block: z.int().nullable(),
  error: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  attempts: z.array(attemptSchema),
})
export type OperatorBountyTransaction = z.output<typeof transactionSchema>

const timelineKinds = ['event', 'action', 'request'] as const
const timelineEntrySchema = z.object({
  key: z.string(),
  at: timestamp,
  kind: z.enum(timelineKinds),
  text: z.string(),
  /** The bounty, a submission or the payment. */
  subject: z.object({ kind: z.string(), id: z.string() }),
  detail: z.string().nullable(),
  transaction: hex32.nullable(),
  request_id: z.string().nullable(),
  is_repeat: z.boolean().describe('Of a request: it repeated a paid one, and got the stored answer.'),
})
export type TimelineEntry = z.output<typeof timelineEntrySchema>

export const operatorBountyDetailSchema = operatorBountySchema.extend({
  brief: z.string(),
  deadline: timestamp,
  onchain_id: z.int().nullable(),
  post_is_final: z.boolean(),
  ref: hex32,
  escrow: z.string(),
  retry_asked_at: timestamp.nullable(),
  accepted_submission_id: z.string().nullable(),
  moderation: bountyModerationSchema,
  moves: z.array(moveSchema).describe('Movements of the money, in order.'),
  payment: z.object({
    id: z.int(),
    state: z.string(),
    amount_usdc: z.string(),
    nonce: z.string(),
    settle_tx: hex32.nullable(),
    created_at: timestamp,
  }),
  transactions: z.array(transactionSchema).describe('Newest first; the last 40 for each effect.'),
  submissions: z.array(
    z.object({
      submission_id: z.string(),
      contributor: z.string(),
      is_chosen: z.boolean(),
      submitted_at: timestamp,
      quality_status: z.string(),
      preview_status: z.string(),
      model_forecast: submissionSchema.shape.model_forecast,
      model_forecast_reason: z.string().nullable(),
      model_forecast_status: submissionSchema.shape.model_forecast_status,
      reconstruction_status: z.string(),
      reconstruction_reason: z.string().nullable(),
      reasons: z.array(z.object({ code: z.string(), text: z.string() })),
      declined: submissionSchema.shape.declined,
      hidden: hiddenSchema,
      sha256: sha256Hex.nullable(),
      film: z
        .object({
          bytes: z.int(),
          seconds: z.number().nullable().describe('`null` if its check could not read it, or is not done.'),
          width: z.int().nullable(),
          height: z.int().nullable(),
        })
        .nullable(),
      preview_url: z
        .url()
        .nullable()
        .describe('The preview with its watermark, also while it is hidden. Valid for 15 minutes.'),
    }),
  ),
  webhook: z
    .object({
      host: z.string().describe('The host of the receiver; the rest of the URL may be secret.'),
      deliveries: z.array(
        z.object({
          id: z.int(),
          message_id: z.string(),
          type: z.string(),
          state: z.enum(['pending', 'delivered', 'given_up']),
          attempts: z.int(),
          occurred_at: timestamp,
          next_attempt_at: timestamp.nullable(),
          last_attempt_at: timestamp.nullable(),
          last_result: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  timeline: z.array(timelineEntrySchema).describe('Newest first.'),
  timeline_is_cut: z.boolean().describe('True if older entries are left out.'),
})
export type OperatorBountyDetail = z.output<typeof operatorBountyDetailSchema>
