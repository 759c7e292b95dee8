import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { createTestDatabase } from '#lib/sandbox/testing/database'
import { publishTestObservations } from '#lib/sandbox/testing/observations'
import { dispatcher } from '#lib/sandbox/testing/paid-service'
import { origin, unchainedSettings } from '#lib/sandbox/testing/unchained-settings'
import type { PaymentContext } from '#lib/services/payments/types'

export { origin }
export const queryPath = '/api/v1/spatial/query'

export type UnpaidService = {
  ctx: PaymentContext
  send: (path: string, init?: RequestInit) => Promise<Response>
  /** An observation that is there. */
  observationId: string
  close: () => Promise<void>
}

/** The data endpoints for tests in which nothing is paid: its chains cannot be reached, which proves that none is asked. */
export async function openUnpaidService(): Promise<UnpaidService> {
  const database = await createTestDatabase()
  const opened = await openContext(parseEnv(unchainedSettings(database.url)), {
    service: 'test',
    maxConnections: 4,
  })
  const ctx = { ...opened, facilitator: openFacilitator(opened) }
  const [observationId] = (await publishTestObservations(database)) as [string]
  return {
    ctx,
    send: (path, init) => dispatcher(ctx)(new Request(origin + path, init)),
    observationId,
    close: async () => {
      await opened.close()
      await database.close()
    },
  }
}
