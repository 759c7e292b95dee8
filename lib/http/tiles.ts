import 'server-only'
import { basemapMaxZoom, basemapTile } from '#lib/adapters/basemap/basemap'
import { parseTile } from '#lib/domain/tile'
import {
  assertMethod,
  guarded,
  type Handler,
  type Handlers,
  handlersOf,
  nothingHere,
} from '#lib/http/guarded'
import { respondKept } from '#lib/http/keep'

const methods = ['GET', 'HEAD']
const maxAgeSeconds = 7 * 24 * 3600

/** Serves the tiles of the map below everything, to anyone; nothing else has to be there for it. */
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
        return respondKept(request, bytes, {
          maxAgeSeconds,
          type: 'application/vnd.mapbox-vector-tile',
          requestId,
        })
      },
    )
  return handlersOf(handle, methods)
}
