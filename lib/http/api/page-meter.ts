import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { type Meter, type MeterContext, openMeter } from '#lib/http/api/meter'
import { openedWebContext } from '#lib/http/api/opened-context'
import { refusalPage } from '#lib/http/api/refusal-page'

type OpenContext = () => Promise<MeterContext> | undefined

/**
 * A meter for pages and badges, which are answered even during an outage of the database. A client beyond its allowance is
 * refused; a client that cannot be counted is not.
 */
export function openPageMeter(request: Request, openContext: OpenContext = openedWebContext): Meter {
  let meter: Meter | undefined
  return {
    admit: async () => {
      try {
        const ctx = await openContext()
        meter = ctx && openMeter({ ctx, request, limit: 'pages' })
        await meter?.admit()
      } catch (error) {
        if (error instanceof CairnError && error.code === 'rate_limited') throw error
      }
    },
    count: async () => {},
    headers: () => meter?.headers() ?? {},
  }
}

/** Files are served by name and cost nothing. `/board/feed.xml` and the documents have a meter of their own. */
const fileName = /\.[a-z0-9]+$/i
const document = /^\/\.well-known\/(x402|api-catalog)$/
const docsPage = /^\/docs(\/|$)/

/** True for a path that is not counted as a page. Caches may send its answer to others, so it must not tell one client's allowance. */
function isNoPage(request: Request): boolean {
  const { pathname } = new URL(request.url)
  // The same condition as in next.config.ts, which then leads to the Markdown.
  const asksMarkdown = request.headers.get('accept')?.includes('text/markdown') ?? false
  return fileName.test(pathname) || document.test(pathname) || (docsPage.test(pathname) && asksMarkdown)
}

/**
 * Counts a request for a page against the allowance of its sender.
 *
 * @returns the rate limit headers of the answer, or the answer that refuses the request
 */
export async function meterPage(
  request: Request,
  openContext?: OpenContext,
): Promise<{ headers: Record<string, string> } | { refusal: Response }> {
  if (isNoPage(request)) return { headers: {} }
  const meter = openPageMeter(request, openContext)
  try {
    await meter.admit()
    return { headers: meter.headers() }
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    return { refusal: refusalPage({ title: 'Too many requests', error, headers: meter.headers() }) }
  }
}
