import { isoTime } from '#lib/domain/iso-time'
import { defineSessionOperation } from '#lib/operations/define-operation'
import { type SessionAnswer, sessionSchema } from '#lib/schemas/sign-in'

export const getSession = defineSessionOperation({
  name: 'getSession',
  method: 'GET',
  path: '/api/auth/session',
  summary: 'See who is signed in',
  description: 'The account of the session, and until when it lasts.',
  request: {},
  limit: 'light',
  output: sessionSchema,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: async ({ session }): Promise<SessionAnswer> => ({
    address: session.address,
    expires_at: isoTime(session.expiresAt),
  }),
})
