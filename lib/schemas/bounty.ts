import { z } from 'zod'
import { bountyStates } from '#lib/domain/bounty'
import { publicTextFault } from '#lib/domain/public-text'
import { address, hex32, timestamp } from '#lib/schemas/formats'

const hash = hex32.nullable()
const signedLink = z.url().nullable()

/**
 * Text of a stranger that others read. Lengths count code points, after trimming: what a person would count, near enough. What
 * characters it may have is checked by code, since patterns of kinds of characters mean nothing to many readers of JSON Schema.
 */
export const plainText = (least: number, most: number, { lines }: { lines: boolean }) =>
  z
    .string()
    .trim()
    .refine((value) => {
      const length = [...value].length
      return length >= least && length <= most
    }, `must have ${least} to ${most} characters`)
    .superRefine((value, check) => {
      const message = publicTextFault(value, { lines })
      if (message !== undefined) check.addIssue({ code: 'custom', message })
    })

/** From and to how many whole USDC a bounty may be. */
export type BountyLimits = { minUsdc: number; maxUsdc: number }

const maxDeadlineDays = 30
const defaultDeadlineDays = 7

/** The body of POST /bounties. The limits are a setting of the deployment. */
export function createBountyInput({ minUsdc, maxUsdc }: BountyLimits) {
  const amount = `must be a whole number of USDC from ${minUsdc} to ${maxUsdc}`
  const days = `must be a whole number of days from 1 to ${maxDeadlineDays}`
  return z.object({
    title: plainText(3, 200, { lines: false }).meta({
      description: 'What is wanted, in a line: 3 to 200 characters.',
    }),
    brief: plainText(20, 4_000, { lines: true }).meta({
      description: 'What to film, where and how, for whoever goes there: 20 to 4000 characters.',
    }),
    amount_usdc: z
      .int(amount)
      .min(minUsdc, amount)
      .max(maxUsdc, amount)
      .meta({ description: 'What the contributor gets, whole USDC. Exactly this is paid up front.' }),
    deadline_days: z.int(days).min(1, days).max(maxDeadlineDays, days).default(defaultDeadlineDays).meta({
      description: 'Days from the settlement until the money goes back, unless a submission was accepted.',
    }),
  })
}

/** POST …/cancel needs no body; one that is sent says nothing. */
export const noBody = z.object({}, 'must be empty or a JSON object').optional()

/** The path parameter of every bounty; any text, since which ids exist is not told. */
export const bountyParams = z.object({ id: z.string().min(1).meta({ description: 'A bounty_id.' }) })

export const acceptSubmissionInput = z.object({
  submission_id: z
    .string()
    .min(1, 'must not be empty')
    .max(64, 'must have at most 64 characters')
    .regex(/^\w+$/, 'must have letters, digits and underscores only')
    .meta({ description: 'The submission to accept. Accepting is final.' }),
})

const idempotencyKeyHeader = 'Idempotency-Key'

/** The header of an accept or cancel. */
export const idempotencyKeyHeaders = z.object({
  [idempotencyKeyHeader]: z
    .string()
    .regex(/^[ -~]{1,255}$/, 'must have 1 to 255 printable ASCII characters')
    .optional()
    .meta({
      description:
        'A value of your choice for this request. If its answer is lost, send it again with the same key: the same answer comes back, and nothing happens twice.',
    }),
})

export const finding = z.object({
  code: z.string().meta({ description: 'Stable, for programs.' }),
  text: z.string().meta({ description: 'What is wrong, and what to do about it.' }),
})

export const submissionSchema = z
  .object({
    submission_id: z.string(),
    submitted_at: timestamp,
    note: z.string().nullable().meta({ description: 'What the contributor says to it.' }),
    preview_status: z.enum(['pending', 'ready', 'failed']),
    quality_status: z.enum(['pending', 'pass', 'fail']),
    quality_reasons: z.array(finding).meta({ description: 'Why the check failed; empty otherwise.' }),
    reconstruction_status: z
      .enum(['none', 'queued', 'running', 'ready', 'failed'])
      .meta({ description: '`none` until the submission is accepted.' }),
    reconstruction_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why no model could be made, when `reconstruction_status` is `failed`.' }),
    preview_url: signedLink.meta({
      description:
        'A short watermarked clip; none of a film that was withdrawn. Signed for 15 minutes; every GET signs a fresh link.',
    }),
    accepted: z.boolean(),
    full_capture_url: signedLink.meta({ description: 'Accepted submission only. Signed for 15 minutes.' }),
    model_glb_url: signedLink.meta({
      description: 'Accepted submission only, once it exists. Signed for 15 minutes.',
    }),
    model_zip_url: signedLink.meta({
      description: 'Accepted submission only, once it exists. Signed for 15 minutes.',
    }),
  })
  .meta({ id: 'Submission' })
export type Submission = z.output<typeof submissionSchema>

export const bountySchema = z
  .object({
    bounty_id: z.string(),
    status: z.enum(bountyStates),
    amount_usdc: z.int().meta({ description: 'Whole USDC.' }),
    deadline: timestamp.meta({ description: 'Until when a submission can be accepted. UTC.' }),
    title: z.string(),
    brief: z.string(),
    onchain_id: z
      .int()
      .nullable()
      .meta({ description: 'Its number in the escrow contract; null until posted.' }),
    board_url: z.url().nullable().meta({ description: 'Where contributors see it; null until posted.' }),
    payer: address.meta({ description: 'The wallet that paid. Refunds go there, and nowhere else.' }),
    network: z.string().meta({ description: 'CAIP-2: where it was paid, escrowed and is paid out.' }),
    payment_tx: hash.meta({ description: 'Settled the payment.' }),
    create_tx: hash.meta({ description: 'Posted the bounty to the escrow contract.' }),
    accept_tx: hash.meta({ description: 'Released the escrow to the contributor.' }),
    cancel_tx: hash.meta({ description: 'Withdrew the escrow on cancel.' }),
    refund_tx: hash.meta({ description: 'Withdrew the escrow after expiry.' }),
    payout_tx: hash.meta({ description: 'Paid the money back to `payer`.' }),
    poll_url: z.url().meta({ description: 'GET this with the agent_token.' }),
    held_up: z
      .object({
        message: z.string().meta({ description: 'What hinders it, and what happens by itself.' }),
        since: timestamp,
        next_try_at: timestamp.nullable().meta({
          description:
            'When it is tried again; null when that depends on something else, such as a network that is away.',
        }),
      })
      .optional()
      .meta({
        description: 'Only while something keeps it from its next status; its money waits where it is.',
      }),
    submissions: z.array(submissionSchema).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'Bounty' })
export type Bounty = z.output<typeof bountySchema>

/** The answer to POST /bounties. */
export const createdBountySchema = bountySchema
  .extend({
    agent_token: z.string().meta({
      description:
        'Opens this bounty as `Authorization: Bearer`. Only in this answer; the same paid request sent again gets it again.',
    }),
  })
  .meta({ id: 'CreatedBounty' })
export type CreatedBounty = z.output<typeof createdBountySchema>
