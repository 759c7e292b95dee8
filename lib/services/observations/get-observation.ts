import 'server-only'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { isoTime } from '#lib/domain/iso-time'
import type { Observation } from '#lib/schemas/observation'
import { loadObservation } from '#lib/services/observations/load-observation'
import { loadUnsold } from '#lib/services/observations/load-unsold'

/**
 * @param args.id as `observationIdInput` parses it: 64 lower-case hexadecimal digits
 * @throws CairnError `not_found`, in words of its own for one that was withdrawn
 */
export async function getObservation(args: {
  ctx: Pick<Context, 'env' | 'db'>
  id: string
}): Promise<Observation> {
  const found = await loadObservation(args.ctx, args.id)
  if (found) return found
  const unsold = await loadUnsold(args.ctx, args.id)
  if (unsold?.withdrawnAt)
    throw new CairnError(
      'not_found',
      `This observation was withdrawn on ${isoTime(unsold.withdrawnAt)} and is not served any more. Nothing was charged. Its proof can still be checked, for nothing.`,
      { field: 'id' },
    )
  throw new CairnError(
    'not_found',
    'There is no observation with this id. Nothing was charged. A new capture is served once its attestation is final.',
    { field: 'id' },
  )
}
