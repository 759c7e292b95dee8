import { z } from 'zod'
import { spatialResultSchema } from '#lib/schemas/observation'
import { receiptSchema } from './receipt.ts'

/** A paid answer, as stored in this browser. */
export const paidAnswerSchema = z.object({
  /** The payment that bought it: one payment, one answer. */
  payment: z.string(),
  asked_at: z.string(),
  title: z.string(),
  /** The request it answers, as text. */
  body: z.string(),
  page: z.string().startsWith('/'),
  amount_atomic: z.string(),
  network: z.string(),
  result: spatialResultSchema,
  receipt: receiptSchema.optional(),
})
export type PaidAnswer = z.output<typeof paidAnswerSchema>
