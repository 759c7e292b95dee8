import { z } from 'zod'
import { defineSessionOperation } from '#lib/operations/define-operation'
import { endSession } from '#lib/services/accounts/end-session'

export const signOut = defineSessionOperation({
  name: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description: 'Ends the session: its token and its cookie open nothing any more.',
  request: {},
  limit: 'light',
  output: z.undefined(),
  status: 204,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: ({ ctx, session }) => endSession({ ctx, session }),
  session: () => 'ended',
})
