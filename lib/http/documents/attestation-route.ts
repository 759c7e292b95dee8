import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { webContext } from '#lib/http/api/context'
import { corsHeaders } from '#lib/http/api/cors'
import type { Handlers } from '#lib/http/api/guarded'
import { readRoute } from '#lib/http/api/read-route'
import { searchId } from '#lib/services/anchors/search-id'
import type { PaymentContext } from '#lib/services/payments/types'

const uidForm = /^0x[0-9a-f]{64}$/

/**
 * `GET /attestation/view/{uid}`: leads to the page of the tree that was attested, under the path of a public EAS explorer. No public explorer
 * knows the chain of a sandbox, so there `eas_url` leads here. `proxy.ts` counts the request as that of a page.
 */
export function attestationRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  return readRoute({ openContext, name: 'attestation' }, async ({ request, ctx, requestId }) => {
    const uid = new URL(request.url).pathname.split('/').at(-1)!.toLowerCase()
    if (!uidForm.test(uid))
      throw new CairnError(
        'not_found',
        'An attestation is at /attestation/view/{uid}, with 0x and 64 hexadecimal digits.',
      )
    const { matches } = await searchId({ ctx, input: { form: 'hash', value: uid as `0x${string}` } })
    const found = matches.find(({ kind }) => kind === 'attestation')
    if (!found) throw new CairnError('not_found', 'No tree of this service has this attestation.')
    const headers = {
      ...corsHeaders,
      Location: `${ctx.env.baseUrl}/trees/${found.tree_id}`,
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
    }
    return new Response(null, { status: 302, headers })
  })
}
