import 'server-only'
import { createHmac } from 'node:crypto'
import { clientAddress } from '#lib/adapters/client-address'
import type { Context } from '#lib/adapters/context'
import { deriveKey } from '#lib/adapters/derive-key'
import { CairnError } from '#lib/domain/errors'
import type { LimitName } from '#lib/operations/define-operation'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import { type Allowance, allowanceLeasesOf } from '#lib/services/limits/allowance-leases'

export type MeterContext = Pick<Context, 'env' | 'sql'>

/** Counts one request of one client. */
export type Meter = {
  /** Called before the request is handled. @throws CairnError `rate_limited` */
  admit: () => Promise<void>
  /** Called with the response. */
  count: (response: Response) => Promise<void>
  /** Headers that tell the client its allowance (draft-ietf-httpapi-ratelimit-headers). Not for answers that caches share. */
  headers: () => Record<string, string>
}

const policyNames: Record<LimitName, string> = {
  free: 'free',
  likeness: 'likeness',
  light: 'light',
  pages: 'pages',
  signIn: 'sign-in',
  unpaid: 'unpaid',
  uploads: 'uploads',
}

type Window = { seconds: number; name: string }
const minute: Window = { seconds: 60, name: 'minute' }
const day: Window = { seconds: 86_400, name: 'day' }

/**
 * Opens a meter for one request; `undefined` if this limit is off.
 *
 * Free requests are counted before they are answered. Paid operations are counted only when refused: a price quote or an
 * invalid payment counts, a settled one does not.
 */
export function openMeter(args: {
  ctx: MeterContext
  request: Request
  limit: LimitName
  /** Counts refused requests only. Paid operations are always counted like this. */
  onlyRefused?: boolean
}): Meter | undefined {
  const { ctx, request, limit, onlyRefused = limit === 'unpaid' } = args
  const { [limit]: quota, trustedProxies } = ctx.env.limits
  if (quota === 0) return undefined
  const client = `${limit} ${clientAddress(request.headers, trustedProxies)}`
  return meterFor({
    ctx,
    request,
    client,
    quota,
    whose: 'from your address',
    ...(limit === 'uploads' ? { what: 'uploads', window: day } : { what: 'requests', window: minute }),
    policy: policyNames[limit],
    onlyRefused,
  })
}

/** Opens a meter for a request with an API key, from any address. */
export function openKeyMeter(args: { ctx: MeterContext; request: Request; key: ApiKey }): Meter {
  const { ctx, request, key } = args
  const quota = key.limits.requestsPerMinute
  return meterFor({
    ctx,
    request,
    client: `key ${key.id}`,
    quota,
    whose: 'with your key',
    what: 'requests',
    window: minute,
    policy: key.tier,
    onlyRefused: false,
  })
}

function meterFor(args: {
  ctx: MeterContext
  request: Request
  /** The policy and the client that it is applied to. Never sent to anyone. */
  client: string
  policy: string
  quota: number
  window: Window
  what: string
  whose: string
  onlyRefused: boolean
}): Meter {
  const { ctx, request, client, policy, quota, window, what, whose, onlyRefused } = args
  const keyHash = createHmac('sha256', deriveKey({ secretKey: ctx.env.secretKey, purpose: 'rate limits' }))
    .update(client)
    .digest()
  const leases = allowanceLeasesOf(ctx.sql)
  const allowanceRequest = { keyHash, quota, windowSeconds: window.seconds }
  let allowance: Allowance | undefined
  // A repeated payment may have been accepted the first time, so the message must leave that open.
  const goOn = request.headers.has('payment-signature')
    ? 'with the same payment, which is charged at most once'
    : 'with the same request'
  const refusal = (seconds: number) =>
    new CairnError(
      'rate_limited',
      `Too many ${what} ${whose}: ${quota} a ${window.name} are answered here. Go on in ${seconds} s ${goOn}.`,
      { retryAfterSeconds: seconds },
    )
  return {
    admit: async () => {
      allowance = onlyRefused ? leases.refusalOf(allowanceRequest) : await leases.take(allowanceRequest)
      if (allowance && !allowance.isAdmitted) throw refusal(allowance.resetSeconds)
    },
    count: async (response) => {
      const isRefused = response.status >= 400 && response.status < 500
      if (onlyRefused && isRefused && allowance === undefined) allowance = await leases.take(allowanceRequest)
    },
    headers: () => ({
      'RateLimit-Policy': `"${policy}";q=${quota};w=${window.seconds}`,
      ...(allowance ? { RateLimit: `"${policy}";r=${allowance.remaining};t=${allowance.resetSeconds}` } : {}),
    }),
  }
}

/** Opens a meter for a limit; `undefined` if requests are not counted. */
export function meterOf(
  request: Request,
  limit: LimitName | 'none',
): ((ctx: MeterContext) => Meter | undefined) | undefined {
  return limit === 'none' ? undefined : (ctx) => openMeter({ ctx, request, limit })
}
