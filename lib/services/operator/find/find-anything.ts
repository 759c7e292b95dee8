import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { within } from '#lib/adapters/in-time'
import { readOperatorId } from '#lib/domain/access/operator-id'
import type { FoundAnything, LookedPlace } from '#lib/schemas/operator-find'
import { chainPlaces } from '#lib/services/operator/find/in-chains'
import type { Place } from '#lib/services/operator/find/place'
import { placesFor } from '#lib/services/operator/find/places'

/** After this time, a chain that has not answered is reported as such. */
const timeoutMs = 4_000

/**
 * Finds everything that an id may be. Each place is searched separately. A place that fails to answer leaves
 * the results of the others intact, and is reported as `could_not_look` rather than as `nothing`.
 */
export async function findAnything(args: {
  ctx: Pick<Context, 'sql' | 'env' | 'chains' | 'log'>
  input: { id: string }
}): Promise<FoundAnything> {
  const { ctx, input } = args
  const read = readOperatorId(input.id)
  if (read.form === 'unreadable') return { id: '', form: read.form, reason: read.reason, places: [] }
  const places = [...placesFor({ ctx, read }), ...chainPlaces({ ctx, read })]
  return {
    ...{ id: String(read.value), form: read.form, reason: null },
    places: await Promise.all(places.map((place) => lookIn(ctx, place))),
  }
}

async function lookIn({ log }: Pick<Context, 'log'>, { place, look }: Place): Promise<LookedPlace> {
  try {
    const found = await within(timeoutMs, look())
    return { place, outcome: found.length > 0 ? 'found' : 'nothing', found }
  } catch (error) {
    log.warn({ place, error: errorText(error) }, 'could not look for an id')
    return { place, outcome: 'could_not_look', found: [] }
  }
}
