import { statusOf } from '#lib/domain/error-table'
import type { CairnError } from '#lib/domain/errors'
import { escapeXml } from '#lib/domain/text/escape-xml'

/** A page that says why a page is refused. It loads no scripts, styles or pictures, so that a refusal stays cheap. */
export function refusalPage(args: {
  title: string
  error: CairnError
  headers?: Record<string, string>
}): Response {
  const { code, message, retryAfterSeconds } = args.error
  const title = escapeXml(args.title)
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cairn</title>
<h1>${title}</h1>
<p>${escapeXml(message)}</p>
</html>
`
  return new Response(html, {
    status: statusOf({ code }),
    headers: {
      ...args.headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  })
}
