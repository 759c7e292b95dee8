import 'server-only'
import type { Env } from '#lib/adapters/env'
import type { Document } from '#lib/http/document-route'
import { writeLlmsText } from '#lib/http/llms-text'
import { describeInterface } from '#lib/http/openapi'
import { catalog } from '#lib/operations/catalog'

/** `/openapi.json`. */
export const openApiDocument: Document = {
  type: 'application/json; charset=utf-8',
  write: (env) => JSON.stringify(describeInterface(env)),
}

/** `/.well-known/x402`: where payment directories find what is sold. A path with a parameter is no URL, and stays out. */
export const paidResources: Document = {
  type: 'application/json; charset=utf-8',
  write: ({ baseUrl }) => JSON.stringify({ version: 1, resources: paidPaths.map((path) => baseUrl + path) }),
}

const paidPaths = catalog
  .flatMap(({ operations }) => operations)
  .filter((operation) => 'payment' in operation && operation.payment && !operation.path.includes('{'))
  .map(({ path }) => path)

/** `/.well-known/api-catalog` (RFC 9727): a link set from the interface to what describes it. */
export const apiCatalog: Document = {
  type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  write: ({ baseUrl }: Env) =>
    JSON.stringify({
      linkset: [
        {
          anchor: `${baseUrl}/api/v1`,
          'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/json' }],
          'service-doc': [{ href: `${baseUrl}/llms.txt`, type: 'text/markdown' }],
          status: [{ href: `${baseUrl}/api/ready`, type: 'application/json' }],
        },
      ],
    }),
}

/** `/llms.txt`. */
export const llmsText: Document = { type: 'text/markdown; charset=utf-8', write: writeLlmsText }
