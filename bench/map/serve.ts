import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { tilesRoute } from '#lib/http/tiles'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
}

/** Builds the page with the map as it is shipped, and serves it with the tiles as the service would. */
export async function servePage(folder: string): Promise<{ url: string; close: () => void }> {
  await build({
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    configFile: false,
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
  })
  const tiles = tilesRoute()
  const server = createServer(async (request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname
    try {
      if (path.startsWith('/tiles/'))
        return await pass(await tiles.GET(new Request(`http://localhost${path}`)), response)
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
