import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { guarded } from '#lib/http/api/guarded'

const misplaced = /^\/v\d+(\/|$)/

/** The answer to a call of the API whose path lacks `/api`; `undefined` for everything else. A browser that opens such a path gets a page. */
export function answerMisplaced(request: Request): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  const opensPage =
    ['GET', 'HEAD'].includes(request.method) && request.headers.get('accept')?.includes('text/html')
  if (!misplaced.test(pathname) || opensPage) return undefined
  return guarded(request, { openContext: async () => ({}), methods: [], asksForMoney: true }, async () => {
    throw new CairnError(
      'not_found',
      'Endpoint not found. The paths of the API begin with /api/v1. All endpoints are listed at /docs/reference.',
    )
  })
}
