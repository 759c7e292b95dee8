// Operations of accounts: sign in with a wallet, see the session, sign out.

import { z } from 'zod'
import { isoTime } from '#lib/domain/text/iso-time'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import {
  nonceSchema,
  type SessionAnswer,
  type SignedInAnswer,
  sessionSchema,
  signedInSchema,
  signInInput,
} from '#lib/schemas/sign-in'
import { endSession } from '#lib/services/accounts/end-session'
import { issueNonce as runIssueNonce } from '#lib/services/accounts/issue-nonce'
import { signIn as runSignIn, sessionSeconds } from '#lib/services/accounts/sign-in'

const address = '0x3333333333333333333333333333333333333333'

export const issueNonce = defineOperation({
  name: 'issueNonce',
  method: 'GET',
  path: '/api/auth/nonce',
  summary: 'Get a nonce to sign in with',
  description: 'Valid for ten minutes and one sign-in.',
  limit: 'signIn',
  output: nonceSchema,
  example: { output: { nonce: 'xk3vT9mQ0aLr2WzE', expires_at: '2026-11-21T08:10:00Z' } },
  run: async ({ ctx }) => {
    const { nonce, expiresAt } = await runIssueNonce({ ctx })
    return { nonce, expires_at: isoTime(expiresAt) }
  },
})

export const signIn = defineOperation({
  name: 'signIn',
  method: 'POST',
  path: '/api/auth/verify',
  summary: 'Sign in with Ethereum',
  description:
    'Opens a session of twelve hours for the wallet that signed an EIP-4361 message with a nonce from this service. Browsers get a cookie; programs use the token.',
  ...inputFrom('body', signInInput),
  limit: 'signIn',
  output: signedInSchema,
  errors: ['unauthorized', 'wallet_banned', 'unavailable'],
  example: {
    body: {
      message: [
        'cairn.example wants you to sign in with your Ethereum account:',
        address,
        '',
        'Sign in to contribute.',
        '',
        'URI: https://cairn.example',
        'Version: 1',
        'Chain ID: 8453',
        'Nonce: xk3vT9mQ0aLr2WzE',
        'Issued At: 2026-11-21T08:00:00Z',
      ].join('\n'),
      signature: `0x${'5a'.repeat(65)}`,
    },
    output: {
      address,
      expires_at: '2026-11-21T20:00:00Z',
      token: 'cairn_session_9dKq3pR7wZ0bN5xT1vC8mY4hJ6gF2sLaQ4uE7iO0rWz',
    },
  },
  run: async ({ ctx, input }): Promise<SignedInAnswer> => {
    const { address, expiresAt, token } = await runSignIn({ ctx, input })
    return { address, expires_at: isoTime(expiresAt), token }
  },
  session: ({ token }) => ({ token, maxAgeSeconds: sessionSeconds }),
})

const getSession = defineOperation({
  name: 'getSession',
  method: 'GET',
  path: '/api/auth/session',
  credential: 'session',
  summary: 'See who is signed in',
  description: 'The account of the session, and when it ends.',
  limit: 'light',
  output: sessionSchema,
  example: { output: { address, expires_at: '2026-11-21T20:00:00Z' } },
  run: async ({ session }): Promise<SessionAnswer> => ({
    address: session.address,
    expires_at: isoTime(session.expiresAt),
  }),
})

const signOut = defineOperation({
  name: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  credential: 'session',
  summary: 'Sign out',
  description: 'Ends the session: its token and its cookie become invalid.',
  limit: 'light',
  output: z.undefined(),
  status: 204,
  example: {},
  run: ({ ctx, session }) => endSession({ ctx, session }),
  session: () => 'ended' as const,
})

export const accounts = [issueNonce, signIn, getSession, signOut]
