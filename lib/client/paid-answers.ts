import { z } from 'zod'
import { spatialResultSchema } from '#lib/schemas/observation'
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
const [database, store] = ['cairn', 'answers']

/** The answers stored in this browser, newest first. Unreadable ones are left out. */
export async function listAnswers(): Promise<PaidAnswer[]> {
  const all = await inStore('readonly', (answers) => answers.getAll() as IDBRequest<unknown[]>)
  return all
    .flatMap((one) => paidAnswerSchema.safeParse(one).data ?? [])
    .sort((a, b) => b.asked_at.localeCompare(a.asked_at))
}

export async function keepAnswer(answer: PaidAnswer): Promise<void> {
  await inStore('readwrite', (answers) => answers.put(answer))
  const old = (await listAnswers()).slice(maxKept)
  for (const { payment } of old) await forgetAnswer(payment)
}

export async function forgetAnswer(payment: string): Promise<void> {
  await inStore('readwrite', (answers) => answers.delete(payment))
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  ask: (answers: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const db = await open()
  try {
    return await new Promise<Value>((resolve, reject) => {
      const transaction = db.transaction(store, mode)
      const request = ask(transaction.objectStore(store))
      // The answer is on the disk only after this event.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? request.error)
    })
  } finally {
    db.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'payment' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
