import { askStore, type BrowserStore } from './browser-store.ts'
import type { PaidAnswer } from './paid-answer-schema.ts'

/** The oldest are deleted first. An answer is at most a megabyte. */
const maxKept = 30
const answers: BrowserStore = { database: 'cairn', store: 'answers', keyPath: 'payment' }

/**
 * The answers stored in this browser, newest first, without unreadable ones; `undefined` if it has no storage.
 *
 * @throws if there are answers and the code that reads them cannot be loaded
 */
export async function listAnswers(): Promise<PaidAnswer[] | undefined> {
  const all = await askStore(answers, 'readonly', (all) => all.getAll() as IDBRequest<unknown[]>).catch(
    () => undefined,
  )
  if (!all) return undefined
  // Most visitors have none, and need no schemas.
  if (all.length === 0) return []
  const { paidAnswerSchema } = await import('./paid-answer-schema.ts')
  return all
    .flatMap((one) => paidAnswerSchema.safeParse(one).data ?? [])
    .sort((a, b) => b.asked_at.localeCompare(a.asked_at))
}

export async function keepAnswer(answer: PaidAnswer): Promise<void> {
  await askStore(answers, 'readwrite', (all) => all.put(answer))
  // Its date may be wrong, and it was paid for just now.
  const others = (await listAnswers())?.filter(({ payment }) => payment !== answer.payment)
  const old = others?.slice(maxKept - 1) ?? []
  for (const { payment } of old) await forgetAnswer(payment)
}

export async function forgetAnswer(payment: string): Promise<void> {
  await askStore(answers, 'readwrite', (all) => all.delete(payment))
}
