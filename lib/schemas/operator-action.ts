import { z } from 'zod'
import { numberCursor } from '#lib/schemas/cursor'
import { address, timestamp } from '#lib/schemas/formats'
import { signInInput } from '#lib/schemas/sign-in'

const maxReasonLength = 500

const asked = {
  action: z.string().meta({ description: 'Its name, `retry_bounty`.' }),
  input: z.record(z.string(), z.unknown()).meta({ description: 'What it takes; differs by action.' }),
}
const reason = z.string().trim().max(maxReasonLength, `must have at most ${maxReasonLength} characters`)

export const previewActionInput = z.object({
  ...asked,
  reason: reason.default('').meta({ description: 'With one, the answer has the message to sign for it.' }),
})

export const runActionInput = z.object({
  ...asked,
  reason: reason.min(1, 'say why, for whoever reads the log'),
  confirmation: z
    .object({ message: signInInput.shape.message, signature: signInInput.shape.signature })
    .optional()
    .meta({ description: 'Of what moves money: the message of the preview, signed.' }),
})

export const previewedActionSchema = z.object({
  title: z.string(),
  effect: z.string().meta({ description: 'What it will do.' }),
  guard: z.string().meta({ description: 'What must be so for it to be done.' }),
  refusal: z.string().nullable().meta({ description: 'Why it may not be done as things are.' }),
  signs: z.boolean().meta({ description: 'Whether it needs a signature of its own.' }),
  message: z
    .string()
    .nullable()
    .meta({ description: 'To be signed as it is; good for ten minutes and once.' }),
})
export type PreviewedAction = z.output<typeof previewedActionSchema>

export const doneActionSchema = z.object({
  id: z.int(),
  title: z.string(),
  result: z.record(z.string(), z.unknown()),
  once: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'What is told this once and kept nowhere.' }),
})
export type DoneAction = z.output<typeof doneActionSchema>

const operatorActionSchema = z.object({
  id: z.int(),
  at: timestamp,
  operator: z.string().meta({ description: 'The wallet, in lower case.' }),
  chain_id: z.int().meta({ description: 'Where its signature held.' }),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  input: z.record(z.string(), z.unknown()),
  reason: z.string(),
  effect: z.string(),
  result: z.record(z.string(), z.unknown()),
  request_id: z.string(),
  message: z.string().nullable(),
  signature: z.string().nullable(),
})
/** A cursor that goes on before an action. */
export const actionCursor = numberCursor('action')

export const actionsQuery = z.object({
  id: z.coerce.number().int().min(1).max(999_999_999_999).optional().meta({ description: 'One alone.' }),
  action: z.string().max(60).optional().meta({ description: 'Its name.' }),
  operator: address
    .transform((text) => text.toLowerCase())
    .optional()
    .meta({ description: 'Who did it.' }),
  subject: z.string().max(60).optional().meta({ description: 'What kind of thing it was done to.' }),
  subject_id: z.string().max(200).optional().meta({ description: 'Which one; only with `subject`.' }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: actionCursor.schema.optional(),
})

export const actionPageSchema = z.object({
  actions: z.array(operatorActionSchema).meta({ description: 'Newest first.' }),
  known: z
    .object({ actions: z.array(z.string()), subjects: z.array(z.string()) })
    .meta({ description: 'What can be filtered by.' }),
  next_cursor: z.string().nullable(),
})
export type ActionPage = z.output<typeof actionPageSchema>

export const checkedSignatureSchema = z.object({
  id: z.int(),
  is_by_operator: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether that wallet signed the message. `null`: its chain could not be asked.' }),
  is_for_action: z
    .boolean()
    .meta({ description: 'Whether the message names this action, input and reason by their digest.' }),
  is_for_effect: z.boolean().meta({ description: 'Whether it says the effect in the same words.' }),
})
export type CheckedSignature = z.output<typeof checkedSignatureSchema>

export type OperatorActionEntry = z.output<typeof operatorActionSchema>
