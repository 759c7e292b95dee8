import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { guarded } from '#lib/http/api/guarded'

const misplaced = /^\/v\d+(\/|$)/

/** The files of `app/.well-known`. */
export const wellKnown = ['api-catalog', 'did.json', 'security.txt', 'x402']

/**
 * The answer to a call of the API whose path lacks `/api`, or to a request for a well-known document that does not exist; `undefined` for
 * everything else. A browser that opens such a path gets a page.
 */
export function answerMisplaced(request: Request): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  const opensPage =
    ['GET', 'HEAD'].includes(request.method) && request.headers.get('accept')?.includes('text/html')
  const isUnknownDocument =
    pathname.startsWith('/.well-known/') && !wellKnown.some((name) => pathname === `/.well-known/${name}`)
  if (opensPage || (!misplaced.test(pathname) && !isUnknownDocument)) return undefined
  return guarded(request, { openContext: async () => ({}), methods: [], asksForMoney: true }, async () => {
    if (isUnknownDocument)
      throw new CairnError(
        'not_found',
        `There is no such document. /.well-known has: ${wellKnown.join(', ')}. The description of the API is /openapi.json, and agents connect to /mcp.`,
      )
    throw new CairnError(
      'not_found',
      'Endpoint not found. The paths of the API begin with /api/v1. All endpoints are listed at /docs/reference.',
    )
  })
}
