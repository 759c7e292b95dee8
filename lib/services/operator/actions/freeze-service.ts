import 'server-only'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { freezeService as freeze } from '#lib/services/freeze/freeze-service'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { defineAction } from '#lib/services/operator/action'

const input = z.strictObject({})

export const freezeService = defineAction({
  name: 'freeze_service',
  input,
  subjectOf: () => ({ kind: 'service', id: 'cairn' }),
  signs: false,
  preview: async ({ ctx }) => ({
    title: 'Freeze the service',
    effect:
      'Every process stands still within two seconds: nothing is signed, sent, sold, accepted, cancelled or expired. Paid requests are answered 503, and a signed payment stays good. Free reads and uploads go on. What is queued is rejected and asked for anew afterwards. It goes on only when an operator unfreezes it by a signature, once the records were brought up to every chain.',
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
