import 'server-only'
import type { Env } from '#lib/adapters/env'
import { guideMarkdown } from '#lib/http/docs/guide'
import { operationMarkdown } from '#lib/http/docs/operation-markdown'
import { operationViews } from '#lib/http/docs/operation-views'
import { guideNames, guides } from '#lib/http/docs/pages'
import { referenceMarkdown } from '#lib/http/docs/reference'
import { searchIndex } from '#lib/http/docs/search-index'
import type { Document } from '#lib/http/documents/document-route'

// The pages of the documentation as Markdown.

/** `/docs/search.json`. */
export const searchDocument: Document = {
  type: 'application/json; charset=utf-8',
  write: (env) => JSON.stringify(searchIndex(env)),
}

/** The Markdown twin of a page, by the page's path. */
export function markdownDocument(path: string): Document {
  return {
    type: 'text/markdown; charset=utf-8',
    write: (env) => markdownOf(path, env),
    // The page itself also answers with Markdown, to clients that request it.
    headers: () => ({ Vary: 'Accept' }),
  }
}

export function markdownOf(path: string, env: Env): string | undefined {
  const name = guideNames.find((one) => guides[one].path === path)
  if (name) return guideMarkdown(name, env)
  const operations = operationViews(env)
  if (path === guides.reference.path) return referenceMarkdown(env, operations)
  const operation = operations.find(({ id }) => path === `/docs/reference/${id}`)
  return operation && operationMarkdown(operation, env.baseUrl)
}
