import { z } from 'zod'
import { address } from '#lib/schemas/formats'

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const maxMessageLength = 4_096
/** That of a contract wallet may bring along the code that deploys it. */
const maxSignatureLength = 32_768

export const nonceSchema = z.object({
  nonce: z.string().meta({ description: 'To be signed, once.' }),
  expires_at: timestamp,
})

export const signInInput = z.object({
  message: z
    .string()
    .max(maxMessageLength, `must have at most ${maxMessageLength} characters`)
    .meta({ description: 'An EIP-4361 message for this host, with a nonce of ours.' }),
  signature: z
    .string()
    .max(maxSignatureLength, `must have at most ${maxSignatureLength} characters`)
    .regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be 0x and pairs of hex digits')
    .transform((value) => value as `0x${string}`)
    .meta({
      description: 'Of the message: by a key, or as a contract wallet takes it (ERC-1271, ERC-6492).',
    }),
})

export const sessionSchema = z.object({
  address: address.meta({ description: 'The account, as the wallet writes it (EIP-55).' }),
  expires_at: timestamp,
})
export type SessionAnswer = z.output<typeof sessionSchema>

export const signedInSchema = sessionSchema.extend({
  token: z.string().meta({
    description:
      'For programs: opens the session as `Authorization: Bearer`. Browsers have it in a cookie. Only in this answer.',
  }),
})
export type SignedInAnswer = z.output<typeof signedInSchema>
