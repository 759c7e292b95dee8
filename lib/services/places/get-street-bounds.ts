import 'server-only'
import { openStreets } from '#lib/adapters/basemap/streets'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { CellBounds } from '#lib/domain/geo/geohash'

/** Where maps have streets; `undefined` for nowhere, and while the archive is out of reach. */
export async function getStreetBounds({
  ctx,
}: {
  ctx: Pick<Context, 'env' | 'log'>
}): Promise<CellBounds | undefined> {
  try {
    return (await openStreets(ctx.env))?.bounds
  } catch (error) {
    ctx.log.warn({ error: errorText(error) }, 'no streets on maps')
    return undefined
  }
}
