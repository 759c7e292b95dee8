import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { unchainedSettings } from '#lib/sandbox/testing/unchained-settings'
import type { PaymentContext } from '#lib/services/payments/types'

export type UnchainedContext = PaymentContext & { close: () => Promise<void> }

/** What the web has, on a database of a test, with chains that cannot be reached. @param settings beyond the usual */
export async function openUnchained(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<UnchainedContext> {
  const env = parseEnv({ ...unchainedSettings(databaseUrl), ...settings })
  const opened = await openContext(env, { service: 'test', maxConnections: 8 })
  return { ...opened, facilitator: openFacilitator(opened) }
}
