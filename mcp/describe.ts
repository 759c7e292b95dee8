import { usualPrices } from '../lib/adapters/env.ts'
import { describeTools } from '../lib/mcp/tools.ts'

/** `tools.json`: what the operations say of themselves, for a package that does not carry them. */
export function writeTools(): string {
  return `${JSON.stringify(describeTools(usualPrices), null, 2)}\n`
}
