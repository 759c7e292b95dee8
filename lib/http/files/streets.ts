import 'server-only'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { openStreets, StreetsError } from '#lib/adapters/basemap/streets'
import { CairnError } from '#lib/domain/errors'
import { parseTile } from '#lib/domain/geo/tile'
import { cacheHeaders, respondCacheable } from '#lib/http/api/cacheable'
import { webContext } from '#lib/http/api/context'
import { corsHeaders } from '#lib/http/api/cors'
import { type Handlers, nothingHere } from '#lib/http/api/guarded'
import { readRoute } from '#lib/http/api/read-route'
import { withFraming } from '#lib/http/files/with-framing'
import type { PaymentContext } from '#lib/services/payments/types'

const weekSeconds = 7 * 24 * 3600
const tileFreshness = { maxAgeSeconds: weekSeconds, staleSeconds: weekSeconds }
const describedFreshness = { maxAgeSeconds: 300, staleSeconds: 300 }
const attribution =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>, <a href="https://protomaps.com">Protomaps</a>'
/** Beyond the zoom of every map: if there is no archive, the description makes maps request no tiles. */
const beyondAllZooms = 22

/** `GET /tiles/streets/{z}/{x}/{y}`: a tile of the archive as stored, compressed with gzip. 204 where the archive has no tile. */
export function streetTilesRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute({ openContext, name: 'street_tile' }, async ({ request, ctx, requestId }) => {
    const streets = await fromArchive(openStreets(ctx.env))
    const [z = '', x = '', y = ''] = new URL(request.url).pathname.split('/').slice(-3)
    const tile = streets && parseTile({ z, x, y }, { maxZoom: streets.maxZoom })
    if (!tile || tile.z < streets.minZoom) throw nothingHere()
    const bytes = await fromArchive(streets.tile(tile))
    const vary = { Vary: 'Accept-Encoding' }
    if (!bytes) {
      const { headers } = cacheHeaders(request, '', tileFreshness, ctx.env)
      return new Response(null, { status: 204, headers: { ...corsHeaders, ...vary, ...headers } })
    }
    const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
    const body = takesGzip ? bytes : new Uint8Array(await promisify(gunzip)(bytes))
    const answer = respondCacheable(request, body, {
      freshness: tileFreshness,
      requestId,
      type: 'application/vnd.mapbox-vector-tile',
      headers: takesGzip ? { ...vary, 'Content-Encoding': 'gzip' } : vary,
    })
    return withFraming(answer)
  })
}

/** `GET /tiles/streets.json`: where the archive has tiles (TileJSON 3.0.0). */
export function streetsRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute({ openContext, name: 'streets' }, async ({ request, ctx, requestId }) => {
    const streets = await fromArchive(openStreets(ctx.env))
    const { west, south, east, north } = streets?.bounds ?? { west: 0, south: 0, east: 0, north: 0 }
    const described = {
      tilejson: '3.0.0',
      tiles: [`${ctx.env.baseUrl}/tiles/streets/{z}/{x}/{y}`],
      minzoom: streets?.minZoom ?? beyondAllZooms,
      maxzoom: streets?.maxZoom ?? beyondAllZooms,
      bounds: [west, south, east, north],
      ...(streets && { attribution }),
    }
    return respondCacheable(request, JSON.stringify(described), {
      freshness: describedFreshness,
      requestId,
      type: 'application/json',
    })
  })
}

/** @throws CairnError `unavailable` while the bucket or disk of the archive does not answer */
async function fromArchive<Result>(read: Promise<Result>): Promise<Result> {
  try {
    return await read
  } catch (cause) {
    if (cause instanceof StreetsError && cause.isCertain) throw cause
    const text = 'The streets of the map cannot be read at the moment. Repeat the same request.'
    throw new CairnError('unavailable', text, { retryAfterSeconds: 10, cause })
  }
}
