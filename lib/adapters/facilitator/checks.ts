import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { NetworkConfig } from '#lib/adapters/env'
import { type ExactPayment, exactPayment } from '#lib/schemas/x402'

/** An authorization must stay valid for at least this long, or it may expire before it is in a block. */
const expiryMarginSeconds = 6
/**
 * ERC-6492 signatures first deploy the wallet with a call that the signer chooses and the relayer pays for.
 */
const erc6492Suffix = '6492649264926492649264926492649264926492649264926492649264926492'

export type Checked = { payment: ExactPayment; network: NetworkConfig; expired: boolean } | { reason: string }

/** The x402 error reason for an expired authorization. */
export const expiredReason = 'invalid_exact_evm_payload_authorization_valid_before'

/**
 * Checks everything that needs no chain access; `reason` is an x402 error reason. Expiry is a separate flag:
 * an expired authorization must not be sent, but an earlier call may have sent it in time.
 */
export function checkPayment(input: {
  payload: PaymentPayload
  requirements: PaymentRequirements
  networks: readonly NetworkConfig[]
  /** Recipient of bounty payments, on every network. */
  treasury: string
  now: Date
}): Checked {
  const parsed = exactPayment.safeParse(input.payload)
  if (!parsed.success) return { reason: 'invalid_payload' }
  const payment = parsed.data
  const { accepted } = payment
  const { authorization, signature } = payment.payload
  const { requirements } = input
  const network = input.networks.find((candidate) => candidate.id === requirements.network)
  if (requirements.scheme !== 'exact') return { reason: 'unsupported_scheme' }
  if (!network || accepted.network !== network.id) return { reason: 'invalid_network' }
  // The allow-list: we pay gas only for the configured token and only for payments to our own addresses.
  if (!same(requirements.asset, network.usdc.address) || !same(accepted.asset, network.usdc.address))
    return { reason: 'invalid_exact_evm_eip3009_not_supported' }
  const { payTo } = requirements
  const isOurs = same(payTo, network.payTo) || same(payTo, input.treasury)
  if (!isOurs || !same(accepted.payTo, payTo) || !same(authorization.to, payTo))
    return { reason: 'invalid_exact_evm_payload_recipient_mismatch' }
  const value = BigInt(authorization.value)
  if (value !== BigInt(requirements.amount) || value !== BigInt(accepted.amount))
    return { reason: 'invalid_exact_evm_payload_authorization_value' }
  const now = BigInt(Math.floor(input.now.getTime() / 1_000))
  if (BigInt(authorization.validAfter) > now)
    return { reason: 'invalid_exact_evm_payload_authorization_valid_after' }
  if (signature.toLowerCase().endsWith(erc6492Suffix)) return { reason: 'eip6492_factory_not_allowed' }
  const expired = BigInt(authorization.validBefore) < now + BigInt(expiryMarginSeconds)
  return { payment, network, expired }
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
