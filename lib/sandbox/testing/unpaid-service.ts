import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { createTestDatabase } from '#lib/sandbox/testing/database'
import { publishTestObservations } from '#lib/sandbox/testing/observations'
import { dispatcher, revenue, treasury } from '#lib/sandbox/testing/paid-service'
import type { PaymentContext } from '#lib/services/payments/types'

export const origin = 'http://cairn.test'
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
  const opened = await openContext(
    parseEnv({
      CAIRN_MODE: 'sandbox',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      BASE_URL: origin,
      SECRET_KEY: 'a secret of the tests, 32 characters and more',
      CRON_SECRET: 'another secret of the tests, 32 characters',
      RELAYER_KEY: `0x${'11'.repeat(32)}`,
      TREASURY_ADDRESS: treasury,
      ...Object.fromEntries(
        [8453, 5042].flatMap((id) => [
          [`RPC_URLS_${id}`, 'http://127.0.0.1:9'],
          [`PAY_TO_${id}`, revenue],
          [`ESCROW_ADDRESS_${id}`, treasury],
        ]),
      ),
    }),
    { service: 'test', maxConnections: 4 },
  )
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
