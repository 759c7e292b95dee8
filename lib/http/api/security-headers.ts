/** Of every answer. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Of every answer but the pages that others may embed. */
export const framing = { 'X-Frame-Options': 'DENY' } as const

/** Of an answer that is not a page: a browser that opens it must neither show nor run it. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
