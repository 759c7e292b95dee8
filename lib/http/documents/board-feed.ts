import 'server-only'
import type { Env } from '#lib/adapters/env'
import { formatUsdc, wholeUsdc } from '#lib/domain/money/money'
import { escapeXml } from '#lib/domain/text/escape-xml'
import { isoTime } from '#lib/domain/text/iso-time'
import { respondCacheable } from '#lib/http/api/cacheable'
import { webContext } from '#lib/http/api/context'
import type { Handlers } from '#lib/http/api/guarded'
import { meterOf } from '#lib/http/api/meter'
import { readRoute } from '#lib/http/api/read-route'
import type { BoardEntry } from '#lib/services/bounties/board-entry'
import { listBoard } from '#lib/services/bounties/list-board'
import type { PaymentContext } from '#lib/services/payments/types'

const limit = 50
const freshness = { maxAgeSeconds: 60 }

/** `/board/feed.xml`: the newest open bounties, for feed readers (Atom, RFC 4287). */
export function boardFeedRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute(
    { openContext, name: 'boardFeed', meter: (request) => meterOf(request, 'light') },
    async ({ request, ctx, requestId }) => {
      const { entries } = await listBoard({ ctx, input: { sort: 'newest', limit } })
      const type = 'application/atom+xml; charset=utf-8'
      return respondCacheable(request, writeFeed(ctx.env, entries), { freshness, type, requestId })
    },
  )
}

type Settings = Pick<Env, 'baseUrl' | 'networks'>

/** @param entries newest first */
export function writeFeed(env: Settings, entries: readonly BoardEntry[]): string {
  const { baseUrl } = env
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeXml(`${baseUrl}/board`)}</id>`,
    '<title>Cairn: open bounties</title>',
    '<subtitle>Places that someone pays to have filmed. The money is in escrow.</subtitle>',
    '<author><name>Cairn</name></author>',
    `<link rel="alternate" type="text/html" href="${escapeXml(`${baseUrl}/board`)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${baseUrl}/board/feed.xml`)}"/>`,
    // The epoch for an empty feed: it was never updated.
    `<updated>${isoTime(entries[0]?.paidAt ?? new Date(0))}</updated>`,
    ...entries.map((entry) => writeEntry(env, entry)),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

function writeEntry({ baseUrl, networks }: Settings, entry: BoardEntry): string {
  const link = `${baseUrl}/board/${entry.bountyId}`
  const network = networks.find(({ chainId }) => chainId === entry.chainId)?.name ?? `chain ${entry.chainId}`
  const terms = [
    `${formatUsdc(wholeUsdc(entry.amountUsdc))} USDC on ${network}`,
    `until ${isoTime(entry.deadline)}`,
    ...(entry.geohash === null ? [] : [`cell ${entry.geohash}`]),
  ]
  return [
    '<entry>',
    `<id>${escapeXml(link)}</id>`,
    `<title>${escapeXml(entry.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(link)}"/>`,
    `<published>${isoTime(entry.paidAt)}</published>`,
    `<updated>${isoTime(entry.paidAt)}</updated>`,
    `<summary>${escapeXml(terms.join(' · '))}</summary>`,
    `<content type="text">${escapeXml(`${terms.join(' · ')}\n\n${entry.brief}`)}</content>`,
    '</entry>',
  ].join('')
}
