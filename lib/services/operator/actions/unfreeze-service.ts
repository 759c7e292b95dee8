import 'server-only'
import { z } from 'zod'
import { formatUsdc } from '#lib/domain/money/money'
import { checkUnfreeze, type Unfreezable } from '#lib/services/freeze/check-unfreeze'
import { endFreeze } from '#lib/services/freeze/end-freeze'
import { defineAction } from '#lib/services/operator/action'

const input = z.strictObject({
  accept: z
    .string()
    .regex(/^[0-9a-f]{16}$/, { error: 'must be the digest of what the audit found, 16 hex digits' })
    .nullable()
    .meta({ description: 'Digest of the findings that are accepted; null when the audit found nothing.' }),
})

export const unfreezeService = defineAction({
  name: 'unfreeze_service',
  input,
  subjectOf: () => ({ kind: 'service', id: 'cairn' }),
  signs: true,
  preview: async ({ ctx, input: { accept } }) => {
    const found = await checkUnfreeze({ ctx })
    return {
      title: 'Unfreeze the service',
      effect: `Workers sign transactions again, and payments are accepted again. From now on the database counts as correct as it is now. ${said(found)}`,
      guard:
        'The database was compared with every chain, and every chain answers. The audit of the money finds nothing wrong, or only what is named under Effect.',
      refusal: found.refusal ?? refusalOf(found, accept),
    }
  },
  run: async ({ ctx, tx, input: { accept }, operator }) => {
    const { freezeId, since } = await endFreeze({
      ctx,
      tx,
      input: { by: operator, accepted: accept },
    })
    return { result: { freeze_id: freezeId, frozen_since: since.toISOString(), accepted: accept } }
  },
})

/** The signed text, which contains every finding. */
function said({ audit, goingBack: { orders, amountAtomic } }: Unfreezable): string {
  if (!audit) return ''
  const back =
    orders === 0
      ? ''
      : `${orders} lost order${orders === 1 ? '' : 's'} of ${formatUsdc(amountAtomic)} USDC in all ${orders === 1 ? 'is' : 'are'} cancelled, and that money goes back to the wallets that paid. `
  return back + saidOf(audit)
}

function saidOf(audit: NonNullable<Unfreezable['audit']>): string {
  if (audit.digest === null) return 'The audit found nothing wrong.'
  const each = audit.violations.map(({ code, network, count, ids }) => {
    const where = network === null ? '' : ` on ${network}`
    return `${code}${where} (${count}: ${ids.join(', ')})`
  })
  return `Accepted as they are, by digest ${audit.digest}: ${each.join('; ')}.`
}

function refusalOf({ audit }: Unfreezable, accept: string | null): string | null {
  const digest = audit?.digest ?? null
  if (digest === accept) return null
  if (digest === null)
    return 'The audit is clean now, so an accepted digest is not needed. Load the state again, then unfreeze and accept nothing.'
  return accept === null
    ? `The audit finds ${audit!.violations.length} kinds of violations. To go on with them, accept ${digest}.`
    : `The audit finds something else than what would be accepted. Look again; its digest is now ${digest}.`
}
