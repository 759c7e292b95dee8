import 'server-only'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import type { Observation } from '#lib/schemas/observation'
import { loadObservation } from '#lib/services/observations/load-observation'

/**
 * @param args.id as `observationIdInput` parses it: 64 lower-case hexadecimal digits
 * @throws CairnError `not_found`
 */
export async function getObservation(args: {
  ctx: Pick<Context, 'env' | 'db'>
  id: string
}): Promise<Observation> {
  const found = await loadObservation(args.ctx, args.id)
  if (found) return found
  throw new CairnError(
    'not_found',
    'There is no observation with this id. Nothing was charged. A new capture is served once its attestation is final.',
    { field: 'id' },
  )
}
