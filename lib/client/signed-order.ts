import { z } from 'zod'

const place = 'cairn.order'

/** What is kept of an order from the moment it is signed until its answer is here. */
const signedOrderSchema = z.object({
  /** The very text of the request: the signature is good for nothing else. */
  body: z.string(),
  title: z.string(),
  amount_usdc: z.int(),
  network: z.string(),
  payment: z.string(),
  signed_at: z.string(),
})
export type SignedOrder = z.output<typeof signedOrderSchema>

const listeners = new Set<() => void>()
let last: { text: string | null; order: SignedOrder | undefined } = { text: null, order: undefined }

/** The order that was signed here and not answered yet; the same object while it is the same order. */
export function readSignedOrder(): SignedOrder | undefined {
  const text = localStorage.getItem(place)
  if (text !== last.text) last = { text, order: parse(text) }
  return last.order
}

/** Calls back when it changes, here or in another tab. */
export function watchSignedOrder(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === place && onChange()
  listeners.add(onChange)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onStorage)
  }
}

export function keepSignedOrder(order: SignedOrder): void {
  localStorage.setItem(place, JSON.stringify(order))
  for (const listener of listeners) listener()
}

export function forgetSignedOrder(): void {
  localStorage.removeItem(place)
  for (const listener of listeners) listener()
}

function parse(text: string | null): SignedOrder | undefined {
  if (text === null) return undefined
  try {
    return signedOrderSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
