/** Headers of every answer. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** The header of every answer except the pages that other sites may embed. */
export const framing = { 'X-Frame-Options': 'DENY' } as const

/** The Content-Security-Policy of an answer that is not a page. A browser that opens such an answer must run nothing in it. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
