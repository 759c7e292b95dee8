import type { Env } from '#lib/adapters/env'

type Page = {
  /** Random for each response, at least 128 bits. */
  nonce: string
  env: Pick<Env, 'storage'>
  /** True if pages of other origins may frame this one. */
  isFramable: boolean
  /** The development server runs compiled code with `eval`. */
  isDevelopment: boolean
}

/**
 * The Content-Security-Policy of a page (CSP Level 3). Only our own scripts run: those with the nonce, and scripts that they load.
 *
 * Pages may connect to any `https:` endpoint and to this device, because readers choose the chain endpoint that they trust. Styles may be
 * inline, because the framework, the map and the model viewer set them.
 */
export function contentPolicy({ nonce, env, isFramable, isDevelopment }: Page): string {
  const files = storageOrigin(env)
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': `'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': `'self' data: blob: ${files}`,
    'media-src': `'self' blob: ${files}`,
    'connect-src': "'self' data: blob: https: http://localhost:* http://127.0.0.1:*",
    // The viewer of Gaussian splats makes its worker from a part of its own script. Such a worker has this policy too.
    'worker-src': isFramable ? "'self'" : "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': isFramable ? '*' : "'none'",
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.trim()}`)
    .join('; ')
}

/** The origin that serves stored files, or an empty text if this app serves them. */
function storageOrigin({ storage }: Page['env']): string {
  if (storage.kind === 'disk') return ''
  const { bucket, region, endpoint } = storage
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`
}
