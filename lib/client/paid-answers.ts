import { z } from 'zod'
import { spatialResultSchema } from '#lib/schemas/observation'
import { askStore, type BrowserStore } from './browser-store.ts'
import { receiptSchema } from './receipt.ts'

/** A paid answer, as stored in this browser. */
const paidAnswerSchema = z.object({
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

/** The oldest are deleted first. An answer is at most a megabyte. */
const maxKept = 30
const answers: BrowserStore = { database: 'cairn', store: 'answers', keyPath: 'payment' }

/** The answers stored in this browser, newest first. Unreadable ones are left out. */
export async function listAnswers(): Promise<PaidAnswer[]> {
  const all = await askStore(answers, 'readonly', (all) => all.getAll() as IDBRequest<unknown[]>)
  return all
    .flatMap((one) => paidAnswerSchema.safeParse(one).data ?? [])
    .sort((a, b) => b.asked_at.localeCompare(a.asked_at))
}

export async function keepAnswer(answer: PaidAnswer): Promise<void> {
  await askStore(answers, 'readwrite', (all) => all.put(answer))
  const old = (await listAnswers()).slice(maxKept)
  for (const { payment } of old) await forgetAnswer(payment)
}

export async function forgetAnswer(payment: string): Promise<void> {
  await askStore(answers, 'readwrite', (all) => all.delete(payment))
}
