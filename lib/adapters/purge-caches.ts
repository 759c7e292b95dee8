import 'server-only'
import type { CdnConfig } from '#lib/adapters/env-cdn'

/** Fastly accepts 256 keys in a request, Cloudflare 100, and a header of this many fits any proxy. */
export const maxKeysPerPurge = 30
/** Far below the lease of the keys. */
const timeoutMs = 10_000

/**
 * Tells a shared cache to delete the answers with these keys. The one request has the forms of Fastly and Varnish (header
 * `Surrogate-Key`) and of Cloudflare (JSON).
 *
 * @throws Error without the token if the cache cannot be reached or refuses
 */
export async function purgeCaches(cdn: CdnConfig, keys: readonly string[]): Promise<void> {
  const response = await fetch(cdn.purgeUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'surrogate-key': keys.join(' '),
      ...(cdn.token === undefined ? {} : { authorization: `Bearer ${cdn.token}`, 'fastly-key': cdn.token }),
    },
    body: JSON.stringify({ tags: keys }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`CDN_PURGE_URL answered ${response.status}`)
}
