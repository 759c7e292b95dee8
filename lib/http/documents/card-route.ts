import 'server-only'
import { ImageResponse } from 'next/og'
import { createElement } from 'react'
import { cardMapSize, cardSize, ProofCard } from '#components/verify/proof-card'
import { isDrawable, readCardFonts } from '#lib/adapters/card-fonts'
import { paced } from '#lib/adapters/paced'
import { processValue } from '#lib/adapters/process-value'
import { createRecentCache, type RecentCache } from '#lib/adapters/recent-cache'
import { CairnError } from '#lib/domain/errors'
import { withdrawableSeconds } from '#lib/domain/freshness'
import { type SharedProof, shareWords } from '#lib/domain/proof/share-words'
import { respondCacheable } from '#lib/http/api/cacheable'
import { webContext } from '#lib/http/api/context'
import type { Handlers } from '#lib/http/api/guarded'
import { openPageMeter } from '#lib/http/api/page-meter'
import { readRoute } from '#lib/http/api/read-route'
import { describeShared } from '#lib/services/anchors/describe-shared'
import type { PaymentContext } from '#lib/services/payments/types'
import { drawCellMap } from '#lib/services/places/draw-cell-map'

const file = /^([0-9a-f]{64})\.png$/i
/** Several hundred cards. Drawing one takes a tenth of a second of processor time. */
const maxDrawnBytes = 16 * 2 ** 20

/** Drawing stops everything else in the process, so all cards together get a quarter of a processor. */
const pace = { restRatio: 3, maxRestMs: 2_000, maxWaiting: 8 }

type Card = Uint8Array<ArrayBuffer>
/** Only for records. All files without a record share one card, which is drawn once. */
type Shown = SharedProof & { sha256?: string }
type Draw = (proof: Shown, ctx: PaymentContext | undefined) => Promise<Card> | undefined

const cards = processValue<RecentCache<Card>>('proof cards')
export const cardDrawings = processValue<Draw>('proof card drawings')

class Busy extends Error {}

/** `GET /card/{sha256}.png`: the preview picture of a link to a proof. It does not show the capture. */
export function cardRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute(
    { openContext: openNothing, name: 'card', meter: (request) => () => openPageMeter(request, openContext) },
    async ({ request, requestId }) => {
      const sha256 = file.exec(new URL(request.url).pathname.split('/').at(-1)!)?.[1]?.toLowerCase()
      if (!sha256)
        throw new CairnError('not_found', 'A card is at /card/{sha256}.png, with 64 hexadecimal digits.')
      const ctx = await openContext().catch(() => undefined)
      const known = ctx ? await describeShared({ ctx, input: { sha256 } }) : notChecked
      const isRecord = known.state === 'anchored' || known.state === 'pending'
      const { proof, png } = await loadCard(isRecord ? { ...known, sha256 } : known, ctx)
      const headers = {
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }
      // A picture of a failed check is not stored, because the failure may end at any time. Its status is still that of a picture.
      const freshness = proof.state === 'could_not_check' ? undefined : { maxAgeSeconds: withdrawableSeconds }
      return respondCacheable(request, png, { freshness, type: 'image/png', requestId, headers })
    },
  )
}

const openNothing = async () => ({})
const notChecked: SharedProof = { state: 'could_not_check' }

/** The card of a proof. While too many others wait to be drawn, the one that says that it could not be checked. */
async function loadCard(proof: Shown, ctx: PaymentContext | undefined): Promise<{ proof: Shown; png: Card }> {
  cards.current ??= createRecentCache({ maxSize: maxDrawnBytes, sizeOf: ({ length }) => length })
  cardDrawings.current ??= paced(pace, drawCard)
  const { current: recent } = cards
  const { current: draw } = cardDrawings
  try {
    const load = async () => {
      const drawn = draw(proof, ctx)
      if (!drawn) throw new Busy('too many cards wait to be drawn')
      return await drawn
    }
    return { proof, png: await recent.get(JSON.stringify(proof), load) }
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    const png = await recent.get(JSON.stringify(notChecked), () => drawCard(notChecked, ctx))
    return { proof: notChecked, png }
  }
}

async function drawCard(proof: Shown, ctx: PaymentContext | undefined): Promise<Card> {
  const { title } = shareWords({ ...proof, ...(proof.state === 'anchored' && { place: undefined }) })
  const { geohash, place } = proof.state === 'anchored' ? proof : {}
  const svg = ctx && geohash && (await drawCellMap({ ctx, input: { geohash, scheme: 'light' } }))
  const card = createElement(ProofCard, {
    sentence: title,
    place: place && isDrawable(place) ? place : undefined,
    map: svg && dataUrl(fitted(svg)),
    cairn: proof.state === 'anchored' || proof.state === 'pending' ? proof.state : 'open',
    sha256: proof.sha256,
    isDemo: ctx?.env.mode === 'sandbox',
    host: ctx ? new URL(ctx.env.baseUrl).host : 'this site',
  })
  const image = new ImageResponse(card, { ...cardSize, fonts: await readCardFonts() })
  return new Uint8Array(await image.arrayBuffer())
}

/** Gives the picture the shape of its place on the card. Its whole width is visible, and the area that is drawn beyond it fills the rest. */
function fitted(svg: string): string {
  const { width, height } = cardMapSize
  // Nothing is cropped, so the credit can stand in the lower right corner.
  const map = svg.replace('<g id="credit-place">', '<g id="credit-place" transform="translate(225 135)">')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${map}</svg>`
}

function dataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
