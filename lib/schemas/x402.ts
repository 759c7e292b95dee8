import { z } from 'zod'
import { address } from '#lib/schemas/formats'

/** A uint256 as decimal text. */
const uint = z
  .string()
  .regex(/^\d{1,78}$/, { abort: true })
  .refine((digits) => BigInt(digits) < 2n ** 256n)

/** x402 v2 `PaymentPayload` of the scheme `exact` with an EIP-3009 authorization: the only kind that we accept. */
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

/** The x402 extension `payment-identifier` in an offer: the payer may give the payment an `id`. */
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

/** A payment with an `id` from its payer, valid or not. */
export const namedPayment = z.object({
  extensions: z.object({ 'payment-identifier': z.object({ info: z.object({ id: z.unknown() }) }) }),
})
export const paymentIdentifier = z.string().regex(/^[a-zA-Z0-9_-]{16,128}$/)

/** The members of an EIP-4361 message, by their names in the x402 extension `sign-in-with-x`. Times in ISO 8601. */
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

/** A decoded `SIGN-IN-WITH-X` header. Its other members repeat our request and are not read. */
export const walletProof = z.object({
  issuedAt: z.iso.datetime(),
  signature: z.string().regex(/^0x([0-9a-fA-F]{2}){1,3000}$/),
})
export type WalletProof = z.infer<typeof walletProof>

/** The body of every error. */
export const errorBody = z.object({
  error: z.string().describe('Stable code of the error'),
  message: z
    .string()
    .describe('What happened and what to do. For a paid operation it also says whether money moved.'),
  field: z.string().optional().describe('The faulty member of the request, as a dotted path'),
  reason: z
    .string()
    .optional()
    .describe(
      'Why the payment was refused, as an x402 error reason: the payment was not taken. Absent if no payment was sent, and for other errors.',
    ),
  request_id: z.string().describe('Also in the X-Request-Id header; quote it when you report a problem'),
})
export type ErrorBody = z.infer<typeof errorBody>

/** The body of a 402: repeats the quote of the header, for clients that read bodies. */
export const quoteBody = errorBody.extend({
  buys: z
    .string()
    .optional()
    .describe(
      'What the request was understood to ask for, in words: it shows defaults, and names members of the body that were ignored, with the name that was probably meant. For a request without a body it says that it needs one. A period that ends now ends when the payment arrives. For a query it also says when the free coverage has no capture in the area at any time.',
    ),
  would_be_empty: z
    .literal(true)
    .optional()
    .describe(
      'The free coverage has no capture in the area at any time, so the answer would be empty. Absent if it has one, or if that could not be checked.',
    ),
  ignored: z
    .array(z.string())
    .optional()
    .describe(
      'The members of the body that the request does not have, and that were ignored, those within `aoi` as `aoi.name`: at most twenty, long names shortened. Absent if there are none.',
    ),
  place: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Only for a bounty: the cell that its brief was understood to name, a geohash of one to six characters; null if none was. Searches by place do not find such a bounty, and films cannot be compared with its place.',
    ),
  x402Version: z.literal(2),
  resource: z.object({
    url: z.string().describe('The URL of the request.'),
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
        network: z.string().describe('CAIP-2.'),
        amount: z.string().regex(/^\d+$/).describe('Millionths of a USDC.'),
        asset: address.describe('The USDC contract of this network.'),
        payTo: address,
        maxTimeoutSeconds: z.int(),
        extra: z
          .looseObject({ name: z.string(), version: z.string() })
          .describe(
            'The EIP-712 domain of the token, and other values that a payment must repeat unchanged.',
          ),
      }),
    )
    .min(1)
    .describe('One offer per network; sign one of them.'),
  extensions: z.record(z.string(), z.unknown()).optional().describe('x402 extensions by name.'),
})
