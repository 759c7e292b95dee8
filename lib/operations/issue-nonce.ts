import { isoTime } from '#lib/domain/iso-time'
import { defineOperation } from '#lib/operations/define-operation'
import { nonceSchema } from '#lib/schemas/sign-in'
import { issueNonce as run } from '#lib/services/accounts/issue-nonce'

export const issueNonce = defineOperation({
  name: 'issueNonce',
  method: 'GET',
  path: '/api/auth/nonce',
  summary: 'Get a nonce to sign in with',
  description: 'Good for ten minutes, for one sign-in.',
  request: {},
  limit: 'signIn',
  output: nonceSchema,
  errors: [],
  parse: () => ({}),
  run: async ({ ctx }) => {
    const { nonce, expiresAt } = await run({ ctx })
    return { nonce, expires_at: isoTime(expiresAt) }
  },
})
