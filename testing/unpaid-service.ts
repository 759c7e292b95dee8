import type { PaymentContext } from '#lib/services/payments/types'
import { createTestDatabase } from '#testing/database'
import { publishTestObservations } from '#testing/observations'
import { dispatcher } from '#testing/paid-service'
import { openUnchained } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

export { origin }
export const queryPath = '/api/v1/spatial/query'

export type UnpaidService = {
  ctx: PaymentContext
  send: (path: string, init?: RequestInit) => Promise<Response>
  /** The id of an observation that exists. */
  observationId: string
  close: () => Promise<void>
}

/** The data endpoints for tests in which nothing is paid: its chains cannot be reached, which proves that none is asked. */
export async function openUnpaidService(): Promise<UnpaidService> {
  const database = await createTestDatabase()
  const ctx = await openUnchained(database.url)
  const [observationId] = (await publishTestObservations(database)) as [string]
  return {
    ctx,
    send: (path, init) => dispatcher(ctx)(new Request(origin + path, init)),
    observationId,
    close: async () => {
      await ctx.close()
      await database.close()
    },
  }
}
