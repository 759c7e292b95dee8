import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { DirectAnswers } from '#lib/adapters/request-gate'
import { framing, securityHeaders } from '#lib/http/api/security-headers'

const prefix = '/_next/static/'
const types: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=UTF-8',
  mjs: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
  wasm: 'application/wasm',
}

/** The name of each file has a hash of its content, so a copy of it is never out of date. */
const headers = {
  ...securityHeaders,
  ...framing,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Encoding': 'br',
  Vary: 'Accept-Encoding',
}

/**
 * Answers requests for scripts, style sheets and WebAssembly with the copies that the build has compressed with Brotli. The framework
 * compresses with gzip, again for each request; its answers are a sixth longer. It answers callers that do not accept Brotli, and those
 * that ask for a range.
 *
 * @param folder the folder of the files that browsers load; without compressed copies in it, the framework answers everything
 */
export function createCompressedScripts(folder: string): DirectAnswers {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const compressed = new Set(names.filter((name) => name.endsWith('.br')).map((name) => name.slice(0, -3)))
  return (request, response) => {
    const name = request.url?.startsWith(prefix) ? request.url.slice(prefix.length) : ''
    if (!compressed.has(name) || !acceptsBrotli(request)) return false
    answer(join(folder, `${name}.br`), request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
    return true
  }
}

function acceptsBrotli({ method, headers: given }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || given.range !== undefined) return false
  const accepted = given['accept-encoding'] ?? ''
  return accepted
    .toString()
    .split(',')
    .some((each) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(each))
}

async function answer(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readFile(file)
  const type = types[/\.(\w+)\.br$/.exec(file)![1]!]!
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': body.byteLength })
  response.end(request.method === 'HEAD' ? undefined : body)
}
