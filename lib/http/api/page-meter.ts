import 'server-only'
import { statusOf } from '#lib/domain/error-table'
import { CairnError } from '#lib/domain/errors'
import { escapeXml } from '#lib/domain/text/escape-xml'
import { type Meter, type MeterContext, openMeter } from '#lib/http/api/meter'
import { openedWebContext } from '#lib/http/api/opened-context'

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

/**
 * Counts a request for a page against the allowance of its sender.
 *
 * @returns the rate limit headers of the answer, or the answer that refuses the request
 */
export async function meterPage(
  request: Request,
  openContext?: OpenContext,
): Promise<{ headers: Record<string, string> } | { refusal: Response }> {
  if (fileName.test(new URL(request.url).pathname)) return { headers: {} }
  const meter = openPageMeter(request, openContext)
  try {
    await meter.admit()
    return { headers: meter.headers() }
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    return { refusal: refusalPage(error, meter.headers()) }
  }
}

function refusalPage(
  { code, message, retryAfterSeconds }: CairnError,
  told: Record<string, string>,
): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Too many requests · Cairn</title>
<h1>Too many requests</h1>
<p>${escapeXml(message)}</p>
</html>
`
  return new Response(html, {
    status: statusOf({ code }),
    headers: {
      ...told,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  })
}
