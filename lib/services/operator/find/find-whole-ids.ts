import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { within } from '#lib/adapters/in-time'
import type { ShortenedId } from '#lib/domain/access/operator-id'
import type { LookedPlace } from '#lib/schemas/operator-find'
import { searchWithinMs } from '#lib/services/operator/find/id-search'
import { shortenedQueries } from '#lib/services/operator/find/shortened-queries'

const maxIds = 10

/** The whole ids that match a shortened one, sorted, and the tables that were searched. `hasMore`: more ids match than are listed. */
export type WholeIds = { ids: string[]; hasMore: boolean; places: LookedPlace[] }

/** Finds the whole ids that match a shortened one, in every table with an index that can be searched by the beginning of an id. */
export async function findWholeIds(args: {
  ctx: Pick<Context, 'sql' | 'env' | 'log'>
  input: ShortenedId
}): Promise<WholeIds> {
  const { ctx, input } = args
  const searched = await Promise.all(
    shortenedQueries(input, maxIds + 1).map(async ({ place, text, values }) => {
      try {
        const rows = await within(searchWithinMs, ctx.sql.unsafe<{ id: string }[]>(text, values))
        return { place, ids: rows.map(({ id }) => id) }
      } catch (error) {
        ctx.log.warn({ place, error: errorText(error) }, 'could not look for a shortened id')
        return { place, ids: null }
      }
    }),
  )
  const ids = new Set([...searched.flatMap((one) => one.ids ?? []), ...ownAccounts(ctx.env, input)])
  const outcomes = new Map<string, LookedPlace['outcome']>()
  for (const { place, ids } of searched)
    outcomes.set(place, ids === null ? 'could_not_look' : (outcomes.get(place) ?? 'nothing'))
  return {
    ids: [...ids].sort().slice(0, maxIds),
    hasMore: ids.size > maxIds,
    places: [...outcomes].map(([place, outcome]) => ({ place, outcome, found: [] })),
  }
}

/** Accounts of the settings, which are in no table. */
function ownAccounts(env: Context['env'], { of, start, end }: ShortenedId): string[] {
  if (of !== 'digits') return []
  return [
    env.treasury,
    ...env.networks.flatMap(({ payTo, escrow, usdc }) => [payTo, escrow, usdc.address]),
    ...env.operators.map(({ address }) => address),
  ]
    .map((address) => address.toLowerCase())
    .filter((address) => address.startsWith(`0x${start}`) && address.endsWith(end))
}
