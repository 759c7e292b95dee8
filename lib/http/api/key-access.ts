import 'server-only'
import type { Context } from '#lib/adapters/context'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import { bearerToken } from '#lib/http/api/guarded'
import { type Meter, openKeyMeter, openMeter } from '#lib/http/api/meter'
import { type ApiKey, authorizeKey } from '#lib/services/api-keys/authorize-key'

// The API key of a request, and its rate limit.

type KeyContext = Pick<Context, 'db' | 'env' | 'sql'>

const looked = new WeakMap<Request, Promise<ApiKey>>()

/** The API key of a request. It is looked up once per request. @throws CairnError `unauthorized` */
export function apiKeyOf(request: Request, ctx: KeyContext): Promise<ApiKey> {
  let found = looked.get(request)
  if (!found) {
    found = authorizeKey({ ctx, input: { key: bearerToken(request) } }).then((key) => {
      noteRequest({ apiKey: key.prefix })
      return key
    })
    looked.set(request, found)
  }
  return found
}

/** Counts against the key's tier, or against the address if the key is invalid, so that guessing keys is limited too. */
export function keyMeterOf(request: Request): (ctx: KeyContext) => Meter {
  return (ctx) => {
    let meter: Meter | undefined
    return {
      admit: async () => {
        const key = await apiKeyOf(request, ctx).catch((error: unknown) => {
          // An invalid request is refused before an invalid key.
          if (error instanceof CairnError) return undefined
          throw error
        })
        meter = key ? openKeyMeter({ ctx, request, key }) : openMeter({ ctx, request, limit: 'free' })
        await meter?.admit()
      },
      count: async (response) => meter?.count(response),
      headers: () => meter?.headers() ?? {},
    }
  }
}
