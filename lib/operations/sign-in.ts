import { isoTime } from '#lib/domain/iso-time'
import { defineOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { type SignedInAnswer, signedInSchema, signInInput } from '#lib/schemas/sign-in'
import { signIn as run, sessionSeconds } from '#lib/services/accounts/sign-in'

export const signIn = defineOperation({
  name: 'signIn',
  method: 'POST',
  path: '/api/auth/verify',
  summary: 'Sign in with Ethereum',
  description:
    'Opens a session of twelve hours for the wallet that signed an EIP-4361 message with a nonce of ours. A browser gets it in a cookie, a program takes the token.',
  request: { body: signInInput },
  limit: 'signIn',
  output: signedInSchema,
  errors: ['unauthorized', 'unavailable'],
  parse: ({ body }) => parseInput(signInInput, body),
  run: async ({ ctx, input }): Promise<SignedInAnswer> => {
    const { address, expiresAt, token } = await run({ ctx, input })
    return { address, expires_at: isoTime(expiresAt), token }
  },
  session: ({ token }) => ({ token, maxAgeSeconds: sessionSeconds }),
})
