import 'server-only'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import type { Env } from '#lib/adapters/env'

/**
 * The pseudonym of a node in one cell, for one account. It is derived from the cell and the account, so two accounts cannot
 * compare pseudonyms, and a person cannot be followed from cell to cell.
 *
 * @param input.node the wallet that names the node, which is never returned to callers; `null` means the operator, as a single node
 *   in each cell
 */
export function nodeId(input: {
  env: Pick<Env, 'secretKey'>
  account: string
  cell: number
  node: string | null
}): string {
  const { env, account, cell, node } = input
  const mac = createHmac('sha256', deriveKey({ secretKey: env.secretKey, purpose: 'enterprise nodes' }))
    // As JSON, so that an account's name cannot run into the next value.
    .update(JSON.stringify([account, cell, node]))
    .digest()
  return `node_${mac.subarray(0, 16).toString('base64url')}`
}
