import 'server-only'
import { basemapMaxZoom, basemapTile } from '#lib/adapters/basemap/basemap'
import { parseTile } from '#lib/domain/geo/tile'
import { respondCacheable } from '#lib/http/api/cacheable'
import { type Handlers, nothingHere } from '#lib/http/api/guarded'
import { readRoute } from '#lib/http/api/read-route'

const weekSeconds = 7 * 24 * 3600

/** Serves the tiles of the base map to anyone. Needs no database. */
export function tilesRoute(): Handlers {
  return readRoute({ openContext: async () => ({}), name: 'tile' }, async ({ request, requestId }) => {
    const [z = '', x = '', y = ''] = new URL(request.url).pathname.split('/').slice(-3)
    const tile = parseTile({ z, x, y }, { maxZoom: basemapMaxZoom })
    if (!tile) throw nothingHere()
    const bytes = await basemapTile(tile)
    return respondCacheable(request, bytes, {
      freshness: { maxAgeSeconds: weekSeconds, staleSeconds: weekSeconds },
      type: 'application/vnd.mapbox-vector-tile',
      requestId,
    })
  })
}
