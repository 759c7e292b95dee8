import 'server-only'
import { basemapMaxZoom, basemapTile } from '#lib/adapters/basemap/basemap'
import { parseTile } from '#lib/domain/geo/tile'
import { respondCacheable } from '#lib/http/api/cacheable'
import {
  assertMethod,
  guarded,
  type Handler,
  type Handlers,
  handlersOf,
  nothingHere,
} from '#lib/http/api/guarded'

const methods = ['GET', 'HEAD']
const weekSeconds = 7 * 24 * 3600

/** Serves the tiles of the base map to anyone. Needs no database. */
export function tilesRoute(): Handlers {
  const handle: Handler = (request) =>
    guarded(
      request,
      { openContext: async () => ({}), methods, asksForMoney: false, name: 'tile' },
      async (_, requestId) => {
        assertMethod(request, methods)
        const [z = '', x = '', y = ''] = new URL(request.url).pathname.split('/').slice(-3)
        const tile = parseTile({ z, x, y }, { maxZoom: basemapMaxZoom })
        if (!tile) throw nothingHere()
        const bytes = await basemapTile(tile)
        return respondCacheable(request, bytes, {
          freshness: { maxAgeSeconds: weekSeconds, staleSeconds: weekSeconds },
          type: 'application/vnd.mapbox-vector-tile',
          requestId,
        })
      },
    )
  return handlersOf(handle, methods)
}
