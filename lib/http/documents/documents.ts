import 'server-only'
import { markdownOf } from '#lib/http/docs/documents'
import { docPages, guides } from '#lib/http/docs/pages'
import type { Document } from '#lib/http/documents/document-route'
import { writeLlmsText } from '#lib/http/documents/llms-text'
import { describeInterface } from '#lib/http/documents/openapi'
import { operations } from '#lib/operations/catalog'

/** `/openapi.json`. */
export const openApiDocument = {
  type: 'application/json; charset=utf-8',
  write: (env) => JSON.stringify(describeInterface(env)),
} satisfies Document

/** `/.well-known/x402`: the list of paid resources for payment directories. A path with a parameter is not a URL, so it is omitted. */
export const paidResources: Document = {
  type: 'application/json; charset=utf-8',
  write: ({ baseUrl }) => JSON.stringify({ version: 1, resources: paidPaths.map((path) => baseUrl + path) }),
}

const paidPaths = operations
  .filter((operation) => 'payment' in operation && operation.payment && !operation.path.includes('{'))
  .map(({ path }) => path)

const apiCatalogPath = '/.well-known/api-catalog'

/** `/.well-known/api-catalog` (RFC 9727): a link set from each interface to its description. */
export const apiCatalog: Document = {
  type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  headers: ({ baseUrl }) => ({ Link: `<${baseUrl}${apiCatalogPath}>; rel="api-catalog"` }),
  write: ({ baseUrl }) => {
    const link = (path: string, type: string) => ({ href: baseUrl + path, type })
    const api = `${baseUrl}/api/v1`
    const tools = `${baseUrl}/mcp`
    return JSON.stringify({
      linkset: [
        { anchor: baseUrl + apiCatalogPath, item: [{ href: api }, { href: tools }] },
        {
          anchor: api,
          'service-desc': [link('/openapi.json', 'application/json')],
          'service-doc': [link('/docs', 'text/html'), link('/llms.txt', 'text/markdown')],
          'service-meta': [
            link('/.well-known/x402', 'application/json'),
            link('/.well-known/did.json', 'application/did+json'),
          ],
          status: [link('/api/ready', 'application/json')],
        },
        {
          anchor: tools,
          'service-doc': [link('/docs/agents', 'text/html'), link('/llms.txt', 'text/markdown')],
          status: [link('/api/ready', 'application/json')],
        },
      ],
    })
  },
}

/** `/llms.txt`. */
export const llmsText: Document = { type: 'text/markdown; charset=utf-8', write: writeLlmsText }

/** `/llms-full.txt`: the whole documentation for users of the service as one text. */
export const llmsFullText: Document = {
  type: 'text/markdown; charset=utf-8',
  write: (env) =>
    docPages(env)
      .filter(({ path }) => path !== guides.operations.path)
      .map(({ path }) => markdownOf(path, env))
      .join('\n\n---\n\n'),
}
