import { z } from 'zod'
import { address } from '#lib/schemas/formats'

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const maxMessageLength = 4_096
/** The signature of a contract wallet may include the code that deploys it. */
const maxSignatureLength = 32_768

export const nonceSchema = z.object({
  nonce: z.string().describe('Use it in one message.'),
  expires_at: timestamp,
})

export const signInInput = z.object({
  message: z
    .string()
    .max(maxMessageLength, `use at most ${maxMessageLength} characters`)
    .describe('An EIP-4361 message for this host, with a nonce from this service.'),
  signature: z
    .string()
    .max(maxSignatureLength, `use at most ${maxSignatureLength} characters`)
    .regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be 0x and pairs of hex digits')
    .transform((value) => value as `0x${string}`)
    .describe('The signature of the message, by a key or for a contract wallet (ERC-1271, ERC-6492).'),
})

export const sessionSchema = z.object({
  address: address.describe('The address of the account (EIP-55).'),
  expires_at: timestamp,
})
export type SessionAnswer = z.output<typeof sessionSchema>

export const signedInSchema = sessionSchema.extend({
  token: z
    .string()
    .describe(
      'For programs: send it as `Authorization: Bearer`. Browsers get it in a cookie. Returned only here.',
    ),
})
export type SignedInAnswer = z.output<typeof signedInSchema>
