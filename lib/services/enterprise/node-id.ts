import 'server-only'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import type { Env } from '#lib/adapters/env'

/** The source of an observation. Never returned to callers. */
export type Source = { contributor: string | null }

/**
 * The pseudonym of a source in one cell, for one account. It is derived from the cell and the account, so two accounts cannot
 * compare pseudonyms, and a person cannot be followed from cell to cell.
 *
 * @param input.source a `null` contributor means the service itself, as a single source in each cell
 */
export function nodeId(input: {
  env: Pick<Env, 'secretKey'>
  account: string
  cell: number
  source: Source
}): string {
  const { env, account, cell, source } = input
  const mac = createHmac('sha256', deriveKey({ secretKey: env.secretKey, purpose: 'enterprise nodes' }))
    // As JSON, so that an account's name cannot run into the next value.
    .update(JSON.stringify([account, cell, source.contributor]))
    .digest()
  return `node_${mac.subarray(0, 16).toString('base64url')}`
}
