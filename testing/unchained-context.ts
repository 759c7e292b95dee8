import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import type { PaymentContext } from '#lib/services/payments/types'
import { unchainedSettings } from '#testing/unchained-settings'

export type UnchainedContext = PaymentContext & { close: () => Promise<void> }

/**
 * Opens the context of a web process on a test's database, with chains that cannot be reached.
 *
 * @param settings beside the usual ones
 * @param copyWithinMs see `openDatabase`
 */
export async function openUnchained(
  databaseUrl: string,
  settings: Record<string, string> = {},
  copyWithinMs?: number,
): Promise<UnchainedContext> {
  const env = parseEnv({ ...unchainedSettings(databaseUrl), ...settings })
  const opened = await openContext(env, { service: 'test', maxConnections: 8, copyWithinMs })
  return { ...opened, facilitator: openFacilitator(opened) }
}
