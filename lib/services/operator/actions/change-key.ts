import 'server-only'
import { z } from 'zod'
import { type Tier, tierLimits, tiers } from '#lib/domain/access/tier'
import { changeKey as change } from '#lib/services/api-keys/change-key'
import { findKey } from '#lib/services/api-keys/find-key'
import { defineAction } from '#lib/services/operator/action'
import { endOfKey, endText, tierText } from '#lib/services/operator/key-words'

const input = z
  .object({ prefix: z.string().min(1), tier: z.enum(tiers).optional(), expires_at: endOfKey.optional() })
  .refine(({ tier, expires_at: end }) => tier !== undefined || end !== undefined, {
    path: ['tier'],
    message: 'name another tier, another end, or both',
  })

/** Gives a key another tier, another end, or both. */
export const changeKey = defineAction({
  name: 'change_key',
  input,
  subjectOf: ({ prefix }) => ({ kind: 'api_key', id: prefix }),
  signs: false,
  preview: async ({ ctx, input: { prefix, tier, expires_at: expiresAt } }) => {
    const key = await findKey({ ctx, input: { prefix } })
    const changes = [
      ...(tier
        ? [`Give key ${prefix} of ${key.account} the tier ${tierText(tier)}; it has ${key.tier}.`]
        : []),
      ...(expiresAt === undefined
        ? []
        : [`Let key ${prefix} be good ${endText(expiresAt)}; so far it is ${endText(key.expiresAt)}.`]),
      'Its next request is held to that; its streams are within 15 seconds.',
      ...(tier && endsStreams(key.tier, tier)
        ? [
            'Streams beyond what the new tier allows end then, the newest first, and so do those of larger areas.',
          ]
        : []),
    ]
    return {
      title: `Change key ${prefix}`,
      effect: changes.join(' '),
      guard: 'The key is not revoked, and its end, if it gets one, is in the future.',
      refusal: key.revokedAt
        ? 'This key is revoked, for good. Make another one instead.'
        : expiresAt && expiresAt <= ctx.clock.now()
          ? 'The end is not in the future. To end a key now, revoke it.'
          : null,
    }
  },
  run: async ({ ctx, tx, input: { prefix, tier, expires_at: expiresAt } }) => {
    const after = await change({ ctx, tx, input: { prefix, tier, expiresAt } })
    return { result: { tier: after.tier, expires_at: after.expiresAt?.toISOString() ?? null } }
  },
})

function endsStreams(before: Tier, after: Tier): boolean {
  const [old, next] = [tierLimits[before], tierLimits[after]]
  return next.streams < old.streams || next.areaKm2 < old.areaKm2
}
