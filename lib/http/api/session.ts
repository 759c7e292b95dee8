import 'server-only'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { bearerToken } from '#lib/http/api/guarded'
import type { SessionChange } from '#lib/operations/define-operation'
import { authorizeSession, type Session } from '#lib/services/accounts/authorize-session'

// The session of a request, and its cookie.

/** With this prefix, browsers require Secure, this host and the path `/`, so another host cannot set the cookie. */
const cookieName = '__Host-cairn_session'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/**
 * The session of a request: by `Authorization: Bearer` from anywhere, or by the cookie, but only from our own pages.
 *
 * @throws CairnError `unauthorized`
 */
export async function sessionOf(request: Request, ctx: Pick<Context, 'db' | 'env'>): Promise<Session> {
  // A token takes precedence over the cookie, which browsers add automatically.
  if (request.headers.has('authorization'))
    return authorizeSession({ ctx, input: { token: bearerToken(request) } })
  const token = cookieOf(request)
  const changesNothing = request.method === 'GET' || request.method === 'HEAD'
  if (token !== undefined && !changesNothing && senderOf(request, ctx) !== 'here')
    throw new CairnError(
      'unauthorized',
      'A session cookie is good for requests of our own pages only. From elsewhere, send the token as Authorization: Bearer.',
    )
  return authorizeSession({ ctx, input: { token } })
}

/**
 * The header that sets or clears the session cookie in a browser. It is not sent to pages of other origins, which could sign in their
 * visitors as another person.
 */
export function sessionCookie(
  request: Request,
  ctx: Pick<Context, 'env'>,
  change: SessionChange | undefined,
): Record<string, string> {
  if (!change || senderOf(request, ctx) === 'elsewhere') return {}
  const [token, seconds] = change === 'ended' ? ['', 0] : [change.token, change.maxAgeSeconds]
  return { 'Set-Cookie': `${cookieName}=${token}; Max-Age=${seconds}; ${attributes}` }
}

function cookieOf(request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
}

/** The origin of the request as the browser reports it. Other programs send no such header. */
function senderOf(request: Request, { env }: Pick<Context, 'env'>): 'here' | 'elsewhere' | 'unknown' {
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === new URL(env.baseUrl).origin ? 'here' : 'elsewhere'
  const site = request.headers.get('sec-fetch-site')
  if (site === null || site === 'none') return 'unknown'
  return site === 'same-origin' ? 'here' : 'elsewhere'
}
