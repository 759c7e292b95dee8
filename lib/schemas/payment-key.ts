import type { ExactPayment } from '#lib/schemas/x402'

/** Identifies a payment: a token accepts each authorization of a payer once. */
export type PaymentKey = { network: string; asset: string; payer: string; nonce: string }

/** The key of a payment, with addresses and nonce in lower case. */
export function paymentKeyOf({ accepted, payload }: ExactPayment): PaymentKey {
  return {
    network: accepted.network,
    asset: accepted.asset.toLowerCase(),
    payer: payload.authorization.from.toLowerCase(),
    nonce: payload.authorization.nonce.toLowerCase(),
  }
}

/** True if both keys, as `paymentKeyOf` writes them, are of the same payment. */
export function sameKey(a: PaymentKey, b: PaymentKey): boolean {
  return a.nonce === b.nonce && a.payer === b.payer && a.network === b.network && a.asset === b.asset
}
