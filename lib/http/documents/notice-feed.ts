import 'server-only'
import type { Env } from '#lib/adapters/env'
import { declineSentence } from '#lib/domain/bounty/decline'
import { escapeXml } from '#lib/domain/text/escape-xml'
import { webContext } from '#lib/http/api/context'
import { corsHeaders } from '#lib/http/api/cors'
import { type Handlers, nothingHere } from '#lib/http/api/guarded'
import { meterOf } from '#lib/http/api/meter'
import { readRoute } from '#lib/http/api/read-route'
import type { Notices } from '#lib/schemas/notice'
import { newestNotices } from '#lib/services/notices/list-notices'
import { findFeedOwner } from '#lib/services/notices/set-feed'
import type { PaymentContext } from '#lib/services/payments/types'

const type = 'application/atom+xml; charset=utf-8'

/**
 * `/board/notices/{token}.xml`: what happened to the films of one contributor, for feed readers (Atom, RFC 4287). The token is the
 * credential, so shared caches do not store the answer, and search engines do not list it. An unknown and a revoked address are
 * answered alike.
 */
export function noticeFeedRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute(
    { openContext, name: 'noticeFeed', meter: (request) => meterOf(request, 'light') },
    async ({ request, ctx, requestId }) => {
      const token = /\/([\w-]{43})\.xml$/.exec(new URL(request.url).pathname)?.[1]
      const contributor = token && (await findFeedOwner({ ctx, input: { token } }))
      if (!contributor) throw nothingHere()
      const notices = await newestNotices({ ctx, input: { contributor } })
      const text = writeNoticeFeed(ctx.env, notices)
      return new Response(request.method === 'HEAD' ? null : text, {
        headers: {
          ...corsHeaders,
          'Content-Type': type,
          'Cache-Control': 'private, no-store',
          'X-Robots-Tag': 'noindex, nofollow',
          'X-Request-Id': requestId,
        },
      })
    },
  )
}

/**
 * The feed does not contain its own address, so that a reader who saves or forwards an entry does not pass it on. @param notices newest
 * first
 */
export function writeNoticeFeed({ baseUrl }: Pick<Env, 'baseUrl'>, notices: Notices['notices']): string {
  const page = escapeXml(`${baseUrl}/board/submissions`)
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${page}</id>`,
    '<title>Cairn: your films</title>',
    '<author><name>Cairn</name></author>',
    `<link rel="alternate" type="text/html" href="${page}"/>`,
    // The epoch for an empty feed: it was never updated.
    `<updated>${notices[0]?.at ?? '1970-01-01T00:00:00Z'}</updated>`,
    ...notices.map((one) => writeEntry(baseUrl, one)),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

function writeEntry(
  baseUrl: string,
  { notice_id, text, at, declined, bounty }: Notices['notices'][number],
): string {
  const content = [
    `Bounty: ${bounty.title}`,
    ...(declined ? [declineSentence[declined.reason]] : []),
    ...(declined?.text ? [`The poster says: ${declined.text}`] : []),
  ]
  return [
    '<entry>',
    `<id>${escapeXml(`${baseUrl}/board/submissions#notice-${notice_id}`)}</id>`,
    `<title>${escapeXml(text)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(bounty.board_url)}"/>`,
    `<published>${at}</published>`,
    `<updated>${at}</updated>`,
    `<content type="text">${escapeXml(content.join('\n\n'))}</content>`,
    '</entry>',
  ].join('')
}
