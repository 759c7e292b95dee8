import 'server-only'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { findKey } from '#lib/services/api-keys/find-key'
import { revokeKey as revoke } from '#lib/services/api-keys/revoke-key'
import { defineAction } from '#lib/services/operator/action'

const revokedBefore = 'This key was revoked before.'

/** Ends a key for good. */
export const revokeKey = defineAction({
  name: 'revoke_key',
  input: z.object({ prefix: z.string().min(1) }),
  subjectOf: ({ prefix }) => ({ kind: 'api_key', id: prefix }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const key = await findKey({ ctx, input })
    return {
      title: `Revoke key ${key.prefix}`,
      effect: `Refuse every request with key ${key.prefix} of ${key.account} from now on, and end its streams within 15 seconds. This cannot be undone; the account can be given another key.`,
      guard: 'The key is not revoked yet.',
      refusal: key.revokedAt ? revokedBefore : null,
    }
  },
  run: async ({ ctx, tx, input }) => {
    const { wasRevoked } = await revoke({ ctx, tx, input })
    if (!wasRevoked) throw new CairnError('conflict', revokedBefore)
    return { result: { prefix: input.prefix } }
  },
})
