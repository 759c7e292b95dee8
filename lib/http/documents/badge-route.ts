import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import { CairnError } from '#lib/domain/errors'
import { withdrawableSeconds } from '#lib/domain/freshness'
import { type BadgeFact, writeBadge } from '#lib/domain/proof/badge-svg'
import { respondCacheable } from '#lib/http/api/cacheable'
import { webContext } from '#lib/http/api/context'
import type { Handlers } from '#lib/http/api/guarded'
import { openPageMeter } from '#lib/http/api/page-meter'
import { readRoute } from '#lib/http/api/read-route'
import { getProof } from '#lib/services/anchors/get-proof'
import type { PaymentContext } from '#lib/services/payments/types'

const file = /^([0-9a-f]{64})\.svg$/i

/** `GET /badge/{sha256}.svg`: the service's verdict on a fingerprint, as a picture for any page. */
export function badgeRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute(
    {
      openContext: openNothing,
      name: 'badge',
      meter: (request) => () => openPageMeter(request, openContext),
    },
    async ({ request, requestId }) => {
      const sha256 = file.exec(new URL(request.url).pathname.split('/').at(-1)!)?.[1]?.toLowerCase()
      if (!sha256)
        throw new CairnError('not_found', 'A badge is at /badge/{sha256}.svg, with 64 hexadecimal digits.')
      const { fact, isDemo } = await look(openContext, sha256)
      const headers = {
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }
      const type = 'image/svg+xml; charset=utf-8'
      // A picture of a failed check is not stored, because the failure may end at any time. Its status is still that of a picture.
      const freshness = fact.state === 'could_not_check' ? undefined : { maxAgeSeconds: withdrawableSeconds }
      return respondCacheable(request, writeBadge(fact, { isDemo }), { freshness, type, requestId, headers })
    },
  )
}

const openNothing = async () => ({})

type Looked = { fact: BadgeFact; isDemo: boolean }

async function look(openContext: () => Promise<PaymentContext>, sha256: string): Promise<Looked> {
  let ctx: PaymentContext | undefined
  const found = (fact: BadgeFact) => ({ fact, isDemo: ctx?.env.mode === 'sandbox' })
  try {
    ctx = await openContext()
    return found(await readFact(ctx, sha256))
  } catch (error) {
    ctx?.log.error({ error: errorText(error) }, 'a badge could not be checked')
    return found({ state: 'could_not_check', sha256 })
  }
}

async function readFact(ctx: PaymentContext, sha256: string): Promise<BadgeFact> {
  const answer = await getProof({ ctx, input: { sha256 } })
  if (answer.status !== 'unknown' && answer.withdrawn_at)
    return {
      state: 'withdrawn',
      sha256,
      withdrawnAt: answer.withdrawn_at,
      isAnchored: answer.status === 'anchored',
    }
  if (answer.status !== 'anchored') return { state: answer.status, sha256 }
  const { block, time } = answer.attestation
  return { state: 'attested', sha256, block, time }
}
