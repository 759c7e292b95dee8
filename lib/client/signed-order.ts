import { z } from 'zod'
import { createKeptValue } from './kept-value.ts'

/** What is kept of an order from the moment it is signed until its answer is here. */
const signedOrderSchema = z.object({
  /** The very text of the request: the signature is good for nothing else. */
  body: z.string(),
  title: z.string(),
  amount_usdc: z.int().min(1),
  network: z.string(),
  payment: z.string(),
  signed_at: z.string(),
})
export type SignedOrder = z.output<typeof signedOrderSchema>

const kept = createKeptValue({ place: 'cairn.order', parse })

/** The order that was signed here and not answered yet; the same object while it is the same order. */
export const readSignedOrder = kept.read

/** Calls back when it changes, here or in another tab. */
export const watchSignedOrder = kept.watch

export function keepSignedOrder(order: SignedOrder): void {
  kept.write(order)
}

export function forgetSignedOrder(): void {
  kept.write(undefined)
}

function parse(text: string | null): SignedOrder | undefined {
  if (text === null) return undefined
  try {
    return signedOrderSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
