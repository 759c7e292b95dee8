import 'server-only'
import type { Env } from '#lib/adapters/env'
import { docPages } from '#lib/http/docs/pages'
import { type AnyOperation, catalog } from '#lib/operations/catalog'
import { priceOf } from '#lib/operations/price-of'

/** `/llms.txt` (llmstxt.org): the service on one page, for readers that are programs. */
export function writeLlmsText(env: Env): string {
  const networks = env.networks.map(({ name, id }) => `${name} (${id})`).join(' and ')
  const groups = catalog.flatMap(({ name, description, operations }) => {
    const lines = operations.filter((one) => isPublic(one, env)).map((one) => lineOf(one, env))
    return lines.length === 0 ? [] : [`## ${name}\n\n${description}\n\n${lines.join('\n')}`]
  })
  const guides = docPages(env)
    .filter(({ group }) => group === 'Guides')
    .map(({ path, title, description }) => `- [${title}](${env.baseUrl}${path}.md): ${description}`)
  return `# Cairn

> Attested captures of real places: found by area and time and paid per call in USDC, checked by anyone for nothing, commissioned by a bounty.

No account and no key. A paid call answers 402 with its price in the \`PAYMENT-REQUIRED\` header (x402 v2, scheme \`exact\`, on ${networks}): sign one of the offers and send the same request with \`PAYMENT-SIGNATURE\`. The same signature again is answered again and charged once. Only a 2xx answer is charged; every refusal says whether money moved. Places are told as geohashes of six characters, never finer.

## Guides

${guides.join('\n')}

## Interfaces

- [OpenAPI description](${env.baseUrl}/openapi.json): every operation, with inputs, outputs, refusals and prices
- [Tools by MCP](${env.baseUrl}/mcp): the same operations as \`cairn_*\` tools over streamable HTTP, paid by the caller's client
- [Everything on one page](${env.baseUrl}/llms-full.txt): these guides and every operation in full

${groups.join('\n\n')}
`
}

/** Sandboxes show what exists there only in the OpenAPI description. */
function isPublic(operation: AnyOperation, env: Env): boolean {
  return !('existsIn' in operation) || operation.existsIn?.({ ...env, mode: 'production' }) !== false
}

function lineOf(operation: AnyOperation, env: Env): string {
  const { method, path, description } = operation
  return `- \`${method} ${path}\` (${costOf(operation, env)}): ${description}`
}

function costOf(operation: AnyOperation, env: Env): string {
  const price = priceOf(operation, env)
  if (!price) return 'free'
  return price.mode === 'fixed' ? `${price.amount} USDC` : `${price.min} to ${price.max} USDC, as you choose`
}
