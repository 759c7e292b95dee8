import { z } from 'zod'
import { nextCursor, numberCursor } from '#lib/schemas/cursor'
import { address, timestamp } from '#lib/schemas/formats'
import { signInInput } from '#lib/schemas/sign-in'

const maxReasonLength = 500

const asked = {
  action: z.string().describe('The name of the action, such as `retry_bounty`.'),
  input: z.record(z.string(), z.unknown()).describe('The input of the action, which differs by action.'),
}
const reason = z.string().trim().max(maxReasonLength, `use at most ${maxReasonLength} characters`)

export const previewActionInput = z.object({
  ...asked,
  reason: reason.default('').describe('If given, the answer has the message to sign.'),
})

export const runActionInput = z.object({
  ...asked,
  reason: reason.min(1, 'must say why: it is stored in the log'),
  confirmation: z
    .object({ message: signInInput.shape.message, signature: signInInput.shape.signature })
    .optional()
    .describe('For an action that moves money: the message of the preview, signed.'),
})

export const previewedActionSchema = z.object({
  title: z.string(),
  effect: z.string().describe('What the action will do.'),
  guard: z.string().describe('The condition for the action.'),
  refusal: z.string().nullable().describe('Why the action is not possible now.'),
  signs: z.boolean().describe('True if the action needs a signature.'),
  publishes_reason: z.boolean().describe('True if the people concerned read the reason.'),
  message: z.string().nullable().describe('Sign it unchanged. Valid for ten minutes, for one action.'),
})
export type PreviewedAction = z.output<typeof previewedActionSchema>

export const doneActionSchema = z.object({
  id: z.int(),
  title: z.string(),
  result: z.record(z.string(), z.unknown()),
  once: z
    .record(z.string(), z.string())
    .nullable()
    .describe('Secrets that are returned only here and not stored.'),
})
export type DoneAction = z.output<typeof doneActionSchema>

const operatorActionSchema = z.object({
  id: z.int(),
  at: timestamp,
  operator: z
    .string()
    .nullable()
    .describe('The wallet of the operator, in lower case; null: from the command line.'),
  chain_id: z.int().nullable().describe('The chain on which the signature is valid.'),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  input: z.record(z.string(), z.unknown()),
  reason: z.string(),
  effect: z.string(),
  result: z.record(z.string(), z.unknown()),
  request_id: z.string().nullable(),
  message: z.string().nullable(),
  signature: z.string().nullable(),
})
export const actionCursor = numberCursor('action')

export const actionsQuery = z.object({
  id: z.coerce.number().int().min(1).max(999_999_999_999).optional().describe('Only this entry.'),
  action: z.string().max(60).optional().describe('The name of the action.'),
  operator: address
    .transform((text) => text.toLowerCase())
    .optional()
    .describe('The wallet of the operator.'),
  subject: z.string().max(60).optional().describe('The kind of object.'),
  subject_id: z.string().max(200).optional().describe('The id of the object; only with `subject`.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: actionCursor.schema.optional(),
})

export const actionPageSchema = z.object({
  actions: z.array(operatorActionSchema).describe('Newest first.'),
  known: z
    .object({ actions: z.array(z.string()), subjects: z.array(z.string()) })
    .describe('The values to filter by.'),
  next_cursor: nextCursor,
})
export type ActionPage = z.output<typeof actionPageSchema>

export const checkedSignatureSchema = z.object({
  id: z.int(),
  is_by_operator: z
    .boolean()
    .nullable()
    .describe('True if that wallet signed the message. `null`: the chain could not be read.'),
  is_for_action: z.boolean().describe('True if the message has the digest of this action, input and reason.'),
  is_for_effect: z.boolean().describe('True if the message has the same text of the effect.'),
})
export type CheckedSignature = z.output<typeof checkedSignatureSchema>

export type OperatorActionEntry = z.output<typeof operatorActionSchema>
