import type { Deprecation } from '#lib/operations/define-operation'

/**
 * The headers of every answer of a deprecated operation: since when it is deprecated, when it ends (RFC 9745, RFC 8594), and what to use
 * instead.
 */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}
