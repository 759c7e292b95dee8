import 'server-only'
import { z } from 'zod'
import { tiers } from '#lib/domain/access/tier'
import { makeKey as make, maxAccountCharacters } from '#lib/services/api-keys/make-key'
import { defineAction } from '#lib/services/operator/action'
import { endOfKey, endText, tierText } from '#lib/services/operator/key-words'

const input = z.object({
  account: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxAccountCharacters, `use at most ${maxAccountCharacters} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line, without control characters'),
  tier: z.enum(tiers),
  expires_at: endOfKey.default(null),
})

/** Makes a key of the enterprise interface. It is shown once, and only its hash is stored. */
export const makeKey = defineAction({
  name: 'make_key',
  input,
  subjectOf: ({ account }) => ({ kind: 'api_key', id: account }),
  signs: false,
  preview: async ({ ctx, input: { account, tier, expires_at: expiresAt } }) => ({
    title: `Create a key for ${account}`,
    effect: `Make an API key of the enterprise interface for the account ${account}, good ${endText(expiresAt)}. Tier ${tierText(tier)}. The key is shown once; only its hash is stored. Keys of one account see the same pseudonyms.`,
    guard: 'The key has no end, or one in the future.',
    refusal:
      expiresAt && expiresAt <= ctx.clock.now() ? 'The end is not in the future. Choose a later one.' : null,
  }),
  run: async ({ ctx, tx, input: { account, tier, expires_at: expiresAt } }) => {
    const { key, prefix } = await make({ ctx, tx, input: { account, tier, expiresAt } })
    return { result: { prefix }, once: { 'API key': key } }
  },
})
