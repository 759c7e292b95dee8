const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address to redirect a page to that was opened under another loopback name than the service's own, because sign-in messages
 * and previews of films are tied to that name; `undefined` for every other page. Another port may be another program, so it leads
 * nowhere.
 */
export function loopbackRedirect(args: {
  method: string
  accept: string | null
  host: string | null
  /** Path and query. */
  path: string
  baseUrl: string
}): string | undefined {
  const { method, accept, host, path, baseUrl } = args
  if (method !== 'GET' || !accept?.includes('text/html')) return undefined
  const base = new URL(baseUrl)
  const asked = `${base.protocol}//${host}`
  if (!host || !URL.canParse(asked)) return undefined
  const { hostname, port } = new URL(asked)
  const areLoopback = loopbackNames.includes(hostname) && loopbackNames.includes(base.hostname)
  if (!areLoopback || hostname === base.hostname || port !== base.port) return undefined
  return base.origin + path
}
