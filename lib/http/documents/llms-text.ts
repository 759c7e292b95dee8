import 'server-only'
import type { Env } from '#lib/adapters/env'
import { docPages, guides } from '#lib/http/docs/pages'
import { demoEndpoints, demoNotice } from '#lib/http/documents/demo-notice'
import { offeredGroups } from '#lib/http/documents/offered-groups'
import { type AnyOperation, describedOverHttp } from '#lib/operations/define-operation'
import { priceOf } from '#lib/operations/price'

/** `/llms.txt` (llmstxt.org): the service on one page, for language models. */
export function writeLlmsText(env: Env): string {
  const networks = env.networks.map(({ name, id }) => `${name} (${id})`).join(' and ')
  const groups = offeredGroups(env).map(
    ({ name, description, operations }) =>
      `## ${name}\n\n${description}\n\n${operations.map((one) => lineOf(one, env)).join('\n')}`,
  )
  const notice = demoNotice(env)
  const pages = docPages(env)
    .filter(({ group }) => group === 'Guides')
    .map(({ path, title, description }) => `- [${title}](${env.baseUrl}${path}.md): ${description}`)
  return `# Cairn

> Photos and films of real places, attested on a public chain. Anyone can check a file for free, find captures by area and time for USDC per call, and commission new ones with a bounty.

${notice === undefined ? '' : `${notice} ${demoEndpoints(env)}\n\n`}No account, no key. A paid call answers 402 with its price in the \`PAYMENT-REQUIRED\` header (x402 v2, scheme \`exact\`, on ${networks}): sign one of the offers and send the same request with \`PAYMENT-SIGNATURE\`. Send the same signature again within 24 hours and you get the same answer; it is charged once. Only a 2xx answer is charged; the errors of paid requests say whether money moved. See where there are captures, free of charge, with \`GET /api/coverage\` before you pay for a query. Places are geohashes of six characters, never finer.

## Guides

${pages.join('\n')}

## Interfaces

- [OpenAPI description](${env.baseUrl}/openapi.json): every operation, with inputs, outputs, errors and prices
- [${guides.reference.title}](${env.baseUrl}${guides.reference.path}.md): a list of pages, one for each operation, that are much shorter than the OpenAPI description
- [Tools by MCP](${env.baseUrl}/docs/agents.md): the same operations as \`cairn_*\` tools, by streamable HTTP at \`POST ${env.baseUrl}/mcp\`, paid by the caller's client, or by a program beside the agent
- [Everything on one page](${env.baseUrl}/llms-full.txt): these guides and every operation in full

${groups.join('\n\n')}
`
}

function lineOf(operation: AnyOperation, env: Env): string {
  const { method, path, name } = operation
  const page = `${env.baseUrl}${guides.reference.path}/${name}.md`
  return `- [\`${method} ${path}\`](${page}) (${costOf(operation, env)}): ${describedOverHttp(operation)}`
}

function costOf(operation: AnyOperation, env: Env): string {
  const price = priceOf(operation, env)
  if (!price)
    return 'credential' in operation && operation.credential === 'enterprise_key' ? 'by account' : 'free'
  return price.mode === 'fixed' ? `${price.amount} USDC` : `${price.min} to ${price.max} USDC, as you choose`
}
