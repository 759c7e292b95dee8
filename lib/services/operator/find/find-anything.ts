import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { within } from '#lib/adapters/in-time'
import { readOperatorId } from '#lib/domain/access/operator-id'
import type { FoundAnything, LookedPlace } from '#lib/schemas/operator-find'
import { chainSearches } from '#lib/services/operator/find/chain-searches'
import { databaseSearches } from '#lib/services/operator/find/database-searches'
import type { IdSearch } from '#lib/services/operator/find/id-search'
import type { OperationNames } from '#lib/services/operator/find/name-columns'

/** After this time, a chain that has not answered is reported as such. */
const timeoutMs = 4_000

/**
 * Finds everything that an id may be. Each place is searched separately. A place that fails to answer leaves
 * the results of the others intact, and is reported as `could_not_look` rather than as `nothing`.
 */
export async function findAnything(args: {
  ctx: Pick<Context, 'sql' | 'env' | 'chains' | 'log'>
  input: { id: string }
  operationNames: OperationNames
}): Promise<FoundAnything> {
  const { ctx, input, operationNames } = args
  const read = readOperatorId(input.id)
  if (read.form === 'unreadable') return { id: '', form: read.form, reason: read.reason, places: [] }
  const searches = [
    ...databaseSearches({ ctx: { ...ctx, operationNames }, read }),
    ...chainSearches({ ctx, read }),
  ]
  return {
    ...{ id: String(read.value), form: read.form, reason: null },
    places: await Promise.all(searches.map((search) => runSearch(ctx, search))),
  }
}

async function runSearch({ log }: Pick<Context, 'log'>, { place, look }: IdSearch): Promise<LookedPlace> {
  try {
    const found = await within(timeoutMs, look())
    return { place, outcome: found.length > 0 ? 'found' : 'nothing', found }
  } catch (error) {
    log.warn({ place, error: errorText(error) }, 'could not look for an id')
    return { place, outcome: 'could_not_look', found: [] }
  }
}
