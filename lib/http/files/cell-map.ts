import 'server-only'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { CairnError } from '#lib/domain/errors'
import { respondCacheable } from '#lib/http/api/cacheable'
import { webContext } from '#lib/http/api/context'
import type { Handlers } from '#lib/http/api/guarded'
import { openPageMeter } from '#lib/http/api/page-meter'
import { readRoute } from '#lib/http/api/read-route'
import { withFraming } from '#lib/http/files/with-framing'
import type { PaymentContext } from '#lib/services/payments/types'
import { drawCellMap } from '#lib/services/places/draw-cell-map'

const daySeconds = 24 * 3600
const freshness = { maxAgeSeconds: daySeconds, staleSeconds: daySeconds }
const path = /\/tiles\/cell\/([^/]+)\/(light|dark)\.svg$/

/** `GET /tiles/cell/{geohash}/{light|dark}.svg`: a still map of a whole cell. Needs no database. */
export function cellMapRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute(
    { openContext, name: 'cell_map', meter: (request) => () => openPageMeter(request, openContext) },
    async ({ request, ctx, requestId }) => {
      const [, geohash, scheme] = path.exec(new URL(request.url).pathname) ?? []
      const input = { geohash: geohash ?? '', scheme: scheme as 'light' | 'dark' }
      const svg = scheme && (await drawCellMap({ ctx, input }))
      if (!svg)
        throw new CairnError(
          'not_found',
          'The map of a cell is at /tiles/cell/{geohash}/light.svg or dark.svg, with a geohash of 1 to 6 characters.',
        )
      // A picture of streets takes 140 kB, and compressed a third of that. The framework compresses only pages, so it is compressed here.
      const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
      const body = takesGzip ? new Uint8Array(await promisify(gzip)(svg)) : svg
      const headers = {
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        Vary: 'Accept-Encoding',
        ...(takesGzip && { 'Content-Encoding': 'gzip' }),
      }
      return withFraming(
        respondCacheable(request, body, { freshness, type: 'image/svg+xml', requestId, headers }),
      )
    },
  )
}
