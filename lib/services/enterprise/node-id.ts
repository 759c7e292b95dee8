import 'server-only'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import type { Env } from '#lib/adapters/env'

/** Who an observation is from, which nobody outside is told. */
export type Source = { contributor: string | null }

/**
 * The pseudonym of a source in one cell, for one account. Cell and account are part of it: two accounts cannot compare
 * what they see, and nobody can follow one person from cell to cell.
 *
 * @param input.source `null` contributor: what this service took in itself, one source in each cell
 */
export function nodeId(input: {
  env: Pick<Env, 'secretKey'>
  account: string
  cell: number
  source: Source
}): string {
  const { env, account, cell, source } = input
  const mac = createHmac('sha256', deriveKey({ secretKey: env.secretKey, purpose: 'enterprise nodes' }))
    // As JSON, so that no account's name runs into what follows.
    .update(JSON.stringify([account, cell, source.contributor]))
    .digest()
  return `node_${mac.subarray(0, 16).toString('base64url')}`
}
