import 'server-only'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { freezeService as freeze } from '#lib/services/freeze/freeze-service'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { commandLine, defineAction } from '#lib/services/operator/action'

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
      'Within two seconds, no process signs, sends or sells anything, no film is accepted, and no bounty is cancelled or expires. Paid requests are refused with 503; a payment that is already signed stays valid. Free reads and uploads continue. Queued transactions are not sent: they are rejected, and requested again after the freeze where they are still needed. To end it, a worker first compares the database with every chain, which takes from seconds to some minutes, and an operator then signs the action “Unfreeze the service”.',
    guard: 'The service is not frozen.',
    refusal: (await getFreeze({ ctx })) ? 'The service is frozen already.' : null,
  }),
  run: async ({ ctx, tx, operator, reason }) => {
    const how = operator === commandLine ? 'from the command line' : `by ${operator}`
    const said = `Frozen ${how}: ${reason}`
    if (!(await freeze({ ctx, tx, input: { cause: 'operator', reason: said } })))
      throw new CairnError('conflict', 'The service is frozen already.')
    return { result: { frozen: true } }
  },
})
