import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { streetsRoute, streetTilesRoute } from '#lib/http/files/streets'
import { tilesRoute } from '#lib/http/files/tiles'
import type { PaymentContext } from '#lib/services/payments/types'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
}

/** The settings that the tile routes read: the archive of the sandbox. */
const env = {
  baseUrl: 'http://localhost',
  map: {
    styleUrl: undefined,
    streets: { kind: 'file', path: join(import.meta.dirname, '../../sandbox/florence.pmtiles') },
  },
  storage: { kind: 'disk' },
}

/** Builds the page with the product's map and serves it with the tiles, in the same way as the service. */
export async function servePage(folder: string): Promise<{ url: string; close: () => void }> {
  await build({
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    configFile: false,
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
  })
  const openContext = async () => ({ env }) as unknown as PaymentContext
  const tiles = tilesRoute()
  const streetTiles = streetTilesRoute(openContext)
  const streets = streetsRoute(openContext)
  const server = createServer(async (request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname
    try {
      if (path.startsWith('/tiles/')) {
        const { GET } =
          path === '/tiles/streets.json' ? streets : path.startsWith('/tiles/streets/') ? streetTiles : tiles
        const headers = { 'accept-encoding': request.headers['accept-encoding'] ?? '' }
        return await pass(await GET(new Request(`http://localhost${path}`, { headers })), response)
      }
      if (path === '/api/coverage')
        return response.end(JSON.stringify({ precision: 4, cells: ['u33d', 'u33e', 'u336', 'u281', 'u2ed'] }))
      const file = join(folder, path === '/' ? 'index.html' : path)
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      response.end(await readFile(file))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function pass(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}
