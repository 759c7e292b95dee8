import 'server-only'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { freezeService as freeze } from '#lib/services/freeze/freeze-service'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { defineAction } from '#lib/services/operator/action'

const input = z.strictObject({})

/** Freezes a running service. */
export const freezeService = defineAction({
  name: 'freeze_service',
  input,
  subjectOf: () => ({ kind: 'service', id: 'cairn' }),
  signs: false,
  preview: async ({ ctx }) => ({
    title: 'Freeze the service',
    effect:
      'Every process freezes within two seconds: nothing is signed, sent, sold, accepted, cancelled or expired. Paid requests are answered 503, and a signed payment stays good. Free reads and uploads go on. Queued transactions are rejected and asked for again afterwards. The freeze ends only when an operator signs for it, after the database was replayed from every chain.',
    guard: 'The service is not frozen.',
    refusal: (await getFreeze({ ctx })) ? 'The service is frozen already.' : null,
  }),
  run: async ({ ctx, tx, operator }) => {
    const reason = `Frozen by ${operator.address}.`
    if (!(await freeze({ ctx, tx, input: { cause: 'operator', reason } })))
      throw new CairnError('conflict', 'The service is frozen already.')
    return { result: { frozen: true } }
  },
})
