import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const text = z.string()

/** The challenge that the paying wallet signs, as the x402 extension `sign-in-with-x` describes it. */
export const tokenChallengeSchema = z
  .object({
    info: z.object({
      domain: text,
      uri: z.url(),
      statement: text,
      version: z.literal('1'),
      nonce: text.describe('Valid for one recovery.'),
      issuedAt: z.iso.datetime(),
      expirationTime: z.iso.datetime(),
    }),
    supportedChains: z
      .array(z.object({ chainId: text.describe('CAIP-2.'), type: z.literal('eip191') }))
      .describe('Sign for the network that the bounty was paid on.'),
  })
  .meta({ id: 'TokenChallenge' })
export type TokenChallenge = z.output<typeof tokenChallengeSchema>

export const recoveredTokenSchema = z
  .object({
    bounty_id: text,
    agent_token: text.describe('Opens the bounty from now on. All earlier tokens have stopped working.'),
    recovered_at: timestamp,
  })
  .meta({ id: 'RecoveredToken' })
export type RecoveredToken = z.output<typeof recoveredTokenSchema>

export const walletProofHeader = 'SIGN-IN-WITH-X'

export const recoverTokenHeaders = z.object({
  [walletProofHeader]: z
    .string('is required: sign the message that a GET of this path answers')
    .regex(/^[\w+/=-]{1,8192}$/, 'must be base64 of at most 8,192 characters')
    .describe('The signed challenge: base64 of JSON, as `@x402/extensions/sign-in-with-x` encodes it.'),
})
