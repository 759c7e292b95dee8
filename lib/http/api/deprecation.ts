import type { Deprecation } from '#lib/operations/define-operation'

/** What every answer of an operation that will go says: since when and until when (RFC 9745, RFC 8594), and what to do. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}
