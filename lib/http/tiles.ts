import 'server-only'
import { basemapMaxZoom, basemapTile } from '#lib/adapters/basemap/basemap'
import { parseTile } from '#lib/domain/tile'
import { corsHeaders } from '#lib/http/cors'
import {
  assertMethod,
  guarded,
  type Handler,
  type Handlers,
  handlersOf,
  nothingHere,
} from '#lib/http/guarded'
import { keep } from '#lib/http/keep'

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
        const kept = keep(request, bytes, { maxAgeSeconds })
        const headers = {
          ...corsHeaders,
          ...kept.headers,
          'Content-Type': 'application/vnd.mapbox-vector-tile',
          'X-Request-Id': requestId,
        }
        if (kept.isKnown) return new Response(null, { status: 304, headers })
        return new Response(request.method === 'HEAD' ? null : bytes, { status: 200, headers })
      },
    )
  return handlersOf(handle, methods)
}
