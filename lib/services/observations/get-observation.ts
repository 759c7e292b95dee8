import 'server-only'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Observation } from '#lib/schemas/observation'
import { loadUnsold } from '#lib/services/observations/load-unsold'
import { lookUpHash } from '#lib/services/observations/look-up-hash'

/**
 * One observation with its proof, as a buyer gets it.
 *
 * @param args.id as `observationIdInput` parses it: 64 lower-case hexadecimal digits
 * @throws CairnError `not_found`, with a different message for a withdrawn observation
 */
export async function getObservation(args: {
  ctx: Pick<Context, 'env' | 'db' | 'sql'>
  id: string
}): Promise<Observation> {
  const { ctx, id } = args
  const { observation, isOtherCapture } = await lookUpHash({ ctx, hash: id })
  if (observation) return observation
  const unsold = isOtherCapture ? await loadUnsold(ctx, id) : undefined
  if (unsold?.withdrawnAt)
    throw new CairnError(
      'not_found',
      `This observation was withdrawn on ${isoTime(unsold.withdrawnAt)} and is no longer sold. Nothing was charged. Its proof can still be checked for free.`,
      { field: 'id' },
    )
  throw new CairnError(
    'not_found',
    'There is no observation with this id. Nothing was charged. A new capture is served once its attestation is final.',
    { field: 'id' },
  )
}
