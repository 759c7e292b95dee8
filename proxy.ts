import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { readEnv } from '#lib/adapters/env'
import { contentPolicy } from '#lib/http/api/content-policy'
import { meterPage } from '#lib/http/api/page-meter'
import { isRecordAbsent, noConsolePage } from '#lib/http/console-records'
import { loopbackRedirect } from '#lib/http/loopback-redirect'
import { answerMisplaced } from '#lib/http/misplaced-call'

let env: ReturnType<typeof readEnv> | undefined

/**
 * Counts each page against the allowance of who asks, and gives it its Content-Security-Policy. The framework takes the nonce for
 * its scripts from the request's header.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  env ??= readEnv()
  const elsewhere = loopbackRedirect({
    method: request.method,
    accept: request.headers.get('accept'),
    host: request.headers.get('host'),
    path: request.nextUrl.pathname + request.nextUrl.search,
    baseUrl: env.baseUrl,
  })
  // The framework treats all loopback names as one and would reduce the redirect to its path, so the page would redirect to itself.
  if (elsewhere)
    return new NextResponse(`This page is at ${elsewhere}\n`, { headers: { Refresh: `0; url=${elsewhere}` } })
  const metered = await meterPage(request)
  if ('refusal' in metered) return metered.refusal
  const misplaced = await answerMisplaced(request)
  if (misplaced) {
    for (const [name, value] of Object.entries(metered.headers)) misplaced.headers.set(name, value)
    return misplaced
  }
  const policy = contentPolicy({
    nonce: randomBytes(16).toString('base64'),
    env,
    isFramable: request.nextUrl.pathname.startsWith('/embed/'),
    isDevelopment: process.env.NODE_ENV === 'development',
  })
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const answer = await passOn(request, headers)
  answer.headers.set('Content-Security-Policy', policy)
  for (const [name, value] of Object.entries(metered.headers)) answer.headers.set(name, value)
  // Browsers heed it on secure connections only.
  if (env.baseUrl.startsWith('https:'))
    answer.headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  return answer
}

/** The status of a page of the console cannot depend on its record, because these pages are rendered in the browser: an absent one is another page. */
async function passOn(request: NextRequest, headers: Headers): Promise<NextResponse> {
  if (!(await isRecordAbsent(request))) return NextResponse.next({ request: { headers } })
  const url = request.nextUrl.clone()
  url.pathname = noConsolePage
  return NextResponse.rewrite(url, { request: { headers } })
}

export const config = {
  // Pages, and unknown paths, which are answered by a page. API calls are left out, since the proxy costs a third of a
  // millisecond per call and truncates long uploads. The two standalone pages have their own policies.
  matcher: ['/((?!api/|enterprise/|mcp$|_next/|tiles/|badge/|card/|(?:check|refund)\\.html$).*)'],
}
