import { usualPrices } from '../lib/adapters/env.ts'
import { describeTools } from '../lib/mcp/tools.ts'

/** `tools.json`: the descriptions of the operations, for a package that does not include their code. */
export function writeTools(): string {
  return `${JSON.stringify(describeTools(usualPrices), null, 2)}\n`
}
