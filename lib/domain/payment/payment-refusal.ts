import { answerHours } from '#lib/domain/payment/answer-retention'

/**
 * The values that the text of a refusal contains: the price, and the least that a wallet with code may pay, both in decimal USDC (`0.01`); the name
 * of the network if the service accepts it; the members of `accepted` that differ from the offer; and what is wrong with a payment that
 * cannot be read ("`accepted` is missing").
 */
export type RefusedOffer = {
  price: string
  contractPayerMin: string
  network: string | undefined
  differing?: readonly string[]
  fault?: string | undefined
}
type Explanation = { happened: string; next: string }

/** How to pay a quote. */
export const signAnOffer =
  'sign one of the offers in the PAYMENT-REQUIRED header and repeat the request with PAYMENT-SIGNATURE (x402, version 2).'
const signAgain = `To pay, ${signAnOffer}`
const sendAsSigned = `Send the payment exactly as it was signed, or ${signAnOffer}`

const explanations = {
  payment_header_too_large: {
    happened: 'The PAYMENT-SIGNATURE header is longer than 8 KB, more than any payment needs.',
    next: signAgain,
  },
  invalid_payload: {
    happened: ({ fault = 'it must be base64 JSON with a signed EIP-3009 authorization' }) =>
      `The PAYMENT-SIGNATURE header is not a payment we can read: ${fault}.`,
    next: signAgain,
  },
  invalid_payment_identifier: {
    happened:
      'The payment’s `extensions.payment-identifier.info.id` is not 16 to 128 letters (a to z), digits, hyphens or underscores.',
    next: 'Correct it or leave it out, and send the payment again: no signature covers it.',
  },
  invalid_x402_version: {
    happened: ({ fault = 'The payment uses a different version of x402; this service accepts version 2' }) =>
      `${fault}.`,
    next: signAgain,
  },
  no_matching_requirements: {
    happened: ({ differing = [] }) =>
      differing.length === 0
        ? 'The payment does not match any offer for this request in its network, token, amount or recipient.'
        : `The payment does not match the offer for this request on its network: ${differing.map((name) => `\`accepted.${name}\``).join(' and ')} ${differing.length === 1 ? 'differs' : 'differ'}.`,
    next: signAgain,
  },
  challenge_missing: {
    happened:
      'The payment does not say which offer it accepts: the client dropped `extra.challenge` from the offer in `accepted`.',
    next: 'Use a client that sends the offer back unchanged, and sign a new offer.',
  },
  challenge_mismatch: {
    happened:
      'The payment is for another request: an offer is valid for one method, path and body, and an offer for an empty body only shows the price.',
    next: 'Get an offer with exactly the request you want answered, and sign that one.',
  },
  challenge_expired: {
    happened: 'The signed offer is more than ten minutes old.',
    next: signAgain,
  },
  challenge_of_another_deployment: {
    happened: 'The signed offer was not made by this service.',
    next: `Send the payment to the service that made the offer. To pay here, ${signAnOffer}`,
  },
  wallet_proof_required: {
    happened:
      'The money of this authorization reached us before, and our records do not say what for. The chain is public, so the payment alone does not prove that it is yours.',
    next: 'Sign the message of `extensions.sign-in-with-x` with the wallet that paid, and repeat the request with it as SIGN-IN-WITH-X beside the same PAYMENT-SIGNATURE. Otherwise the money goes back to that wallet.',
  },
  wallet_proof_invalid: {
    happened:
      'The money of this authorization reached us before, and the SIGN-IN-WITH-X header does not prove that the wallet that paid sent this request: it is malformed, too old, for another payment, or not signed by that wallet.',
    next: 'Sign the new message of `extensions.sign-in-with-x` with the wallet that paid, and send the same request again with it.',
  },
  payer_banned: {
    happened: 'An operator of this service banned the paying wallet, which can post no more bounties.',
    next: 'Do not pay for a bounty with this wallet: it would be refused again.',
  },
  paid_without_order: {
    happened:
      'The money of this authorization reached us before, and our records do not have the order it was for. It no longer buys anything, and goes back to the wallet that paid, unless a film was accepted and paid with it.',
    next: 'Do not sign another payment for the same until it is back.',
  },
  paid_and_sent_back: {
    happened:
      'The money of this authorization reached us before without an order, and was sent back to the wallet that paid. It no longer buys anything.',
    next: signAgain,
  },
  authorization_already_used: {
    happened: 'The authorization was used here before in another payment, so it cannot pay for this one.',
    next: 'Repeat a paid request with the same PAYMENT-SIGNATURE to get its answer again, or sign a new offer.',
  },
  answer_no_longer_stored: {
    happened: `The payment was charged for this request more than ${answerHours} hours ago, and its answer is not stored any more.`,
    next: `For a new answer, ${signAnOffer}`,
  },
  authorization_used_for_another_request: {
    happened: 'The payment was sent for another request before, and pays only for that one.',
    next: 'Repeat that request to get its answer, or sign a new offer for this one.',
  },
  unexpected_verify_error: {
    happened: 'The payment could not be confirmed as valid.',
    next: signAgain,
  },
  unexpected_settle_error: {
    happened: 'The payment could not be settled on the network.',
    next: 'Repeat the request with the same PAYMENT-SIGNATURE, or sign a new offer.',
  },
  unsupported_scheme: {
    happened: 'The payment uses a scheme that we do not support; we support `exact`.',
    next: signAgain,
  },
  invalid_network: {
    happened: 'The payment is for a network that we do not accept, or not for the network it names.',
    next: signAgain,
  },
  invalid_exact_evm_eip3009_not_supported: {
    happened: 'The payment is in a token that we do not accept; we accept USDC.',
    next: signAgain,
  },
  invalid_exact_evm_payload_recipient_mismatch: {
    happened: 'The payment goes to someone other than the offer names.',
    next: signAgain,
  },
  invalid_exact_evm_payload_authorization_value: {
    happened: ({ price }) => `The authorization is not for the price of this request, ${price} USDC.`,
    next: signAgain,
  },
  invalid_exact_evm_payload_authorization_valid_after: {
    happened: 'The authorization is not valid yet.',
    next: 'Check that your clock is right and repeat the request once the authorization is valid, or sign a new offer.',
  },
  invalid_exact_evm_payload_authorization_valid_before: {
    happened: 'The authorization has expired, or expires too soon to reach a block.',
    next: `Check that your clock is right; to pay, ${signAnOffer}`,
  },
  eip6492_factory_not_allowed: {
    happened: 'The payment comes from a smart wallet that is not deployed yet.',
    next: 'Deploy the wallet or pay from another one, then sign a new offer.',
  },
  contract_payer_below_minimum: {
    happened: ({ contractPayerMin }) =>
      `The payment comes from a wallet that has code (a contract wallet, or an account delegated by EIP-7702), and those must pay at least ${contractPayerMin} USDC at a time, because checking their signature costs gas.`,
    next: 'Pay from a wallet without code, or buy something that costs at least that much.',
  },
  payer_delayed: {
    happened:
      'Earlier payments of this wallet failed when they were settled, which cost us gas, so for a while we accept no other payment from it.',
    next: 'Wait, or pay from another wallet.',
  },
  gas_budget_spent: {
    happened: ({ network }) =>
      `Our gas budget for today on ${network ?? 'the network of the payment'} is spent, so no new payment is accepted there until the next day begins (UTC).`,
    next: 'Pay on another network, or wait.',
  },
  network_paused: {
    happened: ({ network }) =>
      `Payments on ${network ?? 'the network of the payment'} are paused right now, so no new payment is accepted there.`,
    next: 'Pay on another network, or wait.',
  },
  relayer_without_gas: {
    happened: ({ network }) =>
      `Our relayer has too little gas on ${network ?? 'the network of the payment'}, so no new payment is accepted there until it has more.`,
    next: 'Pay on another network, or wait.',
  },
  invalid_exact_evm_payload_signature: {
    happened: 'The signature does not match the authorization and its payer.',
    next: sendAsSigned,
  },
  insufficient_funds: {
    happened: ({ price, network }) =>
      `The wallet holds less than ${price} USDC on ${network ?? 'the network of the payment'}.`,
    next: 'Add funds or pay from another wallet, then sign a new offer.',
  },
  invalid_exact_evm_nonce_already_used: {
    happened: 'The authorization has already been used or cancelled, but not through this request.',
    // The money may have moved: a wallet or a stranger can send an authorization to the chain before it is
    // shown here.
    next: `If it did pay us, report its transaction: we send it back. ${signAgain}`,
  },
  invalid_exact_evm_transaction_simulation_failed: {
    happened: 'The token rejected the payment in a trial run.',
    next: `Check that the wallet may pay; then ${signAnOffer}`,
  },
  invalid_transaction_state: {
    happened: 'The token rejected the payment.',
    next: 'Repeat the request with the same PAYMENT-SIGNATURE, or sign a new offer.',
  },
} satisfies Record<string, { happened: string | ((offer: RefusedOffer) => string); next: string }>

type Offer = { network: string; asset: string; payTo: string; amount: string }

/** The members in which what a payment accepted differs from the offer on its network. */
export function differingMembers(accepted: Offer, offers: readonly Offer[]): string[] {
  const offer = offers.find(({ network }) => network === accepted.network)
  if (!offer) return []
  return (['asset', 'payTo', 'amount'] as const).filter(
    (name) => accepted[name].toLowerCase() !== offer[name].toLowerCase(),
  )
}

/** The reasons with an explanation of their own; an external facilitator may give others. */
export type PaymentRefusal = keyof typeof explanations

export const paymentRefusals = Object.keys(explanations) as PaymentRefusal[]

/** Names that facilitators use, with the name in the x402 specification (section 9). */
const specified: Readonly<Record<string, string>> = {
  invalid_exact_evm_insufficient_balance: 'insufficient_funds',
  invalid_exact_evm_signature: 'invalid_exact_evm_payload_signature',
  invalid_exact_evm_recipient_mismatch: 'invalid_exact_evm_payload_recipient_mismatch',
  invalid_exact_evm_network_mismatch: 'invalid_network',
  invalid_exact_evm_payload_authorization_value_mismatch: 'invalid_exact_evm_payload_authorization_value',
  invalid_exact_evm_transaction_failed: 'invalid_transaction_state',
}

/** The reason of a facilitator by the name of the x402 specification, where that has one. */
export function specifiedReason(reason: string): string {
  return Object.hasOwn(specified, reason) ? specified[reason]! : reason
}

/**
 * Explains a refusal to people: what happened, that no money moved, what to do. Does not contain the code, which a facilitator may
 * have made up.
 */
export function explainRefusal(reason: string, offer: RefusedOffer): string {
  const { happened, next } = Object.hasOwn(explanations, reason)
    ? explanationOf(reason as PaymentRefusal, offer)
    : {
        happened: 'The service that verifies and settles payments refused the payment.',
        next: signAgain,
      }
  return `${happened} Nothing was charged by this request. ${next}`
}

/** Returns the explanation in its two parts. */
export function explanationOf(reason: PaymentRefusal, offer: RefusedOffer): Explanation {
  const { happened, next } = explanations[reason]
  return { happened: typeof happened === 'string' ? happened : happened(offer), next }
}
