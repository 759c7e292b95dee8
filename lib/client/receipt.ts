import { z } from 'zod'

/** The settlement of a payment, from the header `PAYMENT-RESPONSE` of x402. */
export const receiptSchema = z.object({
  /** CAIP-2 */
  network: z.string(),
  transaction: z.string().regex(/^0x[0-9a-f]{64}$/),
  payer: z.string(),
  /** Millionths of a USDC. */
  amount: z.string().regex(/^\d{1,30}$/),
})
export type Receipt = z.output<typeof receiptSchema>

/** `undefined` if there is no readable receipt. The answer is valid without it. */
export function readReceipt(headers: Headers): Receipt | undefined {
  try {
    return receiptSchema.safeParse(JSON.parse(atob(headers.get('PAYMENT-RESPONSE') ?? ''))).data
  } catch {
    return undefined
  }
}
