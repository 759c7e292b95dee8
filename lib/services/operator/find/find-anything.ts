import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { within } from '#lib/adapters/in-time'
import { type OperatorId, readOperatorId, type ShortenedId } from '#lib/domain/access/operator-id'
import type { FoundAnything, LookedPlace } from '#lib/schemas/operator-find'
import { chainSearches } from '#lib/services/operator/find/chain-searches'
import { databaseSearches } from '#lib/services/operator/find/database-searches'
import { findWholeIds } from '#lib/services/operator/find/find-whole-ids'
import { type IdSearch, searchWithinMs } from '#lib/services/operator/find/id-search'
import type { OperationNames } from '#lib/services/operator/find/name-columns'
import { placesForWholeIds } from '#lib/services/operator/find/shortened-queries'

type Ctx = Pick<Context, 'sql' | 'env' | 'chains' | 'log'> & { operationNames: OperationNames }

/**
 * Finds everything that an id may be. Each place is searched separately. A place that fails to answer leaves
 * the results of the others intact, and is reported as `could_not_look` rather than as `nothing`.
 */
export async function findAnything(args: {
  ctx: Pick<Context, 'sql' | 'env' | 'chains' | 'log'>
  input: { id: string }
  operationNames: OperationNames
}): Promise<FoundAnything> {
  const ctx = { ...args.ctx, operationNames: args.operationNames }
  const read = readOperatorId(args.input.id)
  if (read.form === 'unreadable')
    return { id: '', form: read.form, reason: read.reason, places: [], has_more: false }
  if (read.form === 'shortened') return findShortened(ctx, read.value, args.input.id)
  return { ...describe(read), places: await findWhole(ctx, read) }
}

/** Completes the id, and finds everything that each of the whole ids may be. */
async function findShortened(ctx: Ctx, shortened: ShortenedId, id: string): Promise<FoundAnything> {
  const { ids, hasMore, places } = await findWholeIds({ ctx, input: shortened })
  const reads = ids.map(readOperatorId)
  const [only] = reads
  const failed = new Set(
    places.flatMap(({ place, outcome }) => (outcome === 'could_not_look' ? [place] : [])),
  )
  const all = reads.length === 1 && only ? await findWhole(ctx, only) : await findInDatabase(ctx, reads)
  const found = all.filter(({ place, outcome }) => outcome !== 'nothing' || !failed.has(place))
  const names = new Set(found.map(({ place }) => place))
  // A chain can be searched for a whole hash only.
  const chains = ctx.env.networks.map(({ name }) => `${name} itself`).filter((name) => !names.has(name))
  const unsearched = shortened.of === 'digits' ? [...placesForWholeIds, ...chains] : []
  return {
    id: reads.length === 1 && !hasMore ? ids[0]! : id,
    form: 'shortened',
    reason: null,
    has_more: hasMore,
    places: [
      ...found,
      ...places.filter(({ place }) => failed.has(place) || !names.has(place)),
      ...unsearched.map((place): LookedPlace => ({ place, outcome: 'needs_whole_id', found: [] })),
    ],
  }
}

/** The results for several ids, merged by place. */
async function findInDatabase(ctx: Ctx, reads: readonly OperatorId[]): Promise<LookedPlace[]> {
  const merged = new Map<string, LookedPlace>()
  for (const places of await Promise.all(reads.map((read) => runAll(ctx, databaseSearches({ ctx, read })))))
    for (const { place, outcome, found } of places) {
      const before = merged.get(place)
      const all = [...(before?.found ?? []), ...found]
      merged.set(place, {
        place,
        found: all,
        outcome: all.length > 0 ? 'found' : before?.outcome === 'could_not_look' ? before.outcome : outcome,
      })
    }
  return [...merged.values()]
}

function findWhole(ctx: Ctx, read: OperatorId): Promise<LookedPlace[]> {
  return runAll(ctx, [...databaseSearches({ ctx, read }), ...chainSearches({ ctx, read })])
}

function describe(read: Exclude<OperatorId, { form: 'unreadable' | 'shortened' }>) {
  return { id: String(read.value), form: read.form, reason: null, has_more: false }
}

function runAll(ctx: Ctx, searches: readonly IdSearch[]): Promise<LookedPlace[]> {
  return Promise.all(searches.map((search) => runSearch(ctx, search)))
}

async function runSearch({ log }: Pick<Context, 'log'>, { place, look }: IdSearch): Promise<LookedPlace> {
  try {
    const found = await within(searchWithinMs, look())
    return { place, outcome: found.length > 0 ? 'found' : 'nothing', found }
  } catch (error) {
    log.warn({ place, error: errorText(error) }, 'could not look for an id')
    return { place, outcome: 'could_not_look', found: [] }
  }
}
