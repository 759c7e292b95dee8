import { z } from 'zod'
import { address } from '#lib/schemas/formats'

/** A uint256 as decimal text. */
const uint = z
  .string()
  .regex(/^\d{1,78}$/, { abort: true })
  .refine((digits) => BigInt(digits) < 2n ** 256n)

/** x402 v2 `PaymentPayload` of the scheme `exact` with an EIP-3009 authorization: the only kind we are paid with. */
export const exactPayment = z.object({
  x402Version: z.literal(2),
  accepted: z.object({
    scheme: z.literal('exact'),
    network: z.string().regex(/^eip155:\d{1,10}$/),
    asset: address,
    amount: uint,
    payTo: address,
    maxTimeoutSeconds: z.number().int().positive(),
    extra: z.record(z.string(), z.unknown()).default({}),
  }),
  payload: z.object({
    signature: z.string().regex(/^0x([0-9a-fA-F]{2}){1,3000}$/),
    authorization: z.object({
      from: address,
      to: address,
      value: uint,
      validAfter: uint,
      validBefore: uint,
      nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
    }),
  }),
})
export type ExactPayment = z.infer<typeof exactPayment>

/** The x402 extension `payment-identifier`, as an offer has it: whoever pays may give the payment an `id`. */
export const identifierOffer = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
}

/** A payment that its payer named, well or badly. */
export const namedPayment = z.object({
  extensions: z.object({ 'payment-identifier': z.object({ info: z.object({ id: z.unknown() }) }) }),
})
export const paymentIdentifier = z.string().regex(/^[a-zA-Z0-9_-]{16,128}$/)

/** Members of an EIP-4361 message, as the x402 extension `sign-in-with-x` names them. Times in ISO 8601. */
export type ProofRequest = {
  domain: string
  uri: string
  statement: string
  version: '1'
  /** CAIP-2. */
  chainId: string
  nonce: string
  issuedAt: string
  expirationTime: string
}

/** A `SIGN-IN-WITH-X` header, decoded. What else it says is ours and is not read. */
export const walletProof = z.object({
  issuedAt: z.iso.datetime(),
  signature: z.string().regex(/^0x([0-9a-fA-F]{2}){1,3000}$/),
})
export type WalletProof = z.infer<typeof walletProof>

/** The body of every refusal. */
export const errorBody = z.object({
  error: z.string().describe('Code, fixed for each kind of refusal'),
  message: z.string().describe('What happened, whether money moved, and what to do'),
  field: z.string().optional().describe('The member of the request at fault, as a dotted path'),
  request_id: z.string().describe('Also in the X-Request-Id header; quote it when you report a problem'),
})
export type ErrorBody = z.infer<typeof errorBody>

/** The body of a 402: the quote once more, for whoever reads bodies more easily than headers. */
export const quoteBody = errorBody.extend({
  reason: z.string().optional().meta({
    description: 'Why a payment was not taken, as an x402 error reason; absent when none was sent.',
  }),
  x402Version: z.literal(2),
  resource: z.object({
    url: z.string().meta({ description: 'What was asked for, as it was asked for.' }),
    description: z.string().optional(),
    mimeType: z.string().optional(),
    serviceName: z.string().optional(),
    tags: z.array(z.string()).optional(),
    iconUrl: z.url().optional(),
  }),
  accepts: z
    .array(
      z.object({
        scheme: z.literal('exact'),
        network: z.string().meta({ description: 'CAIP-2.' }),
        amount: z.string().regex(/^\d+$/).meta({ description: 'Millionths of a USDC.' }),
        asset: address.meta({ description: 'The USDC contract of this network.' }),
        payTo: address,
        maxTimeoutSeconds: z.int(),
        extra: z.looseObject({ name: z.string(), version: z.string() }).meta({
          description: 'The EIP-712 domain of the token, and what else a payment must send back unchanged.',
        }),
      }),
    )
    .min(1)
    .meta({ description: 'One offer for each network; sign one of them.' }),
  extensions: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Extensions of x402, by name.' }),
})
