import { x402Client } from '@x402/core/client'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { Network, PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { z } from 'zod'

/** An account of viem, or any other signer. */
export type Signer = ConstructorParameters<typeof ExactEvmScheme>[0]

/** A signed payment. */
export type Payment = { header: string; nonce: string }

const signedPayload = z.object({ authorization: z.object({ nonce: z.string() }) })

/** Signs one offer. The caller has decided that it may be signed. */
export async function signOffer(
  signer: Signer,
  required: PaymentRequired,
  offer: PaymentRequirements,
): Promise<Payment> {
  const client = x402Client.fromConfig({
    schemes: [{ network: offer.network as Network, client: new ExactEvmScheme(signer) }],
    // The library checks again: this token, this amount, and not one unit more.
    spendControls: {
      allowedAssets: [
        { network: offer.network as Network, asset: offer.asset, maxAmountPerPayment: offer.amount },
      ],
      maxAmountPerPayment: false,
    },
  })
  const { x402Version, resource } = required
  const payload = await client.createPaymentPayload({ x402Version, resource, accepts: [offer] })
  const { authorization } = signedPayload.parse(payload.payload)
  return { header: encodePaymentSignatureHeader(payload), nonce: authorization.nonce }
}
