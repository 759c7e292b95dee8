import 'server-only'
import type { Env } from '#lib/adapters/env'
import { guideMarkdown } from '#lib/http/docs/guide'
import { onceFor } from '#lib/http/docs/once-for'
import { operationViews } from '#lib/http/docs/operation-views'
import { docPages, type GuideName, guideNames, guides } from '#lib/http/docs/pages'
import type { Field, Shape } from '#lib/schemas/reference/fields'
import { slugOf } from '#lib/schemas/reference/operation'
import type { SearchEntry } from '#lib/schemas/reference/search'

/** All pages and all headings of the guides. Operations are also found by path, member and error. */
export const searchIndex: (env: Env) => readonly SearchEntry[] = onceFor((env) => {
  const operations = new Map(operationViews(env).map((operation) => [operation.id, operation]))
  const pages = docPages(env).map(({ path, title, description }): SearchEntry => {
    const operation = operations.get(path.slice(path.lastIndexOf('/') + 1))
    const members = operation
      ? [
          operation.id,
          operation.path,
          operation.tool?.name ?? '',
          ...namesOf({ fields: operation.parameters, choices: [] }),
          ...namesOf(operation.body),
          ...namesOf(operation.answer.shape),
        ]
      : []
    return { href: path, title, page: '', words: [description, ...new Set(members)].join(' ') }
  })
  const headings = guideNames.flatMap((name) => headingsOf(name, env))
  return [...pages, ...headings]
})

/** Code in a section that it is found by. The long guide of operators is found by its settings only, so that the index stays small. */
const termsOf = (name: GuideName) =>
  name === 'operations' ? /`([A-Z][A-Z\d_]{2,39})`/g : /`([\w.-]{3,40})`/g

function headingsOf(name: GuideName, env: Env): SearchEntry[] {
  const { path, title: page } = guides[name]
  return guideMarkdown(name, env)
    .replace(/^```[\s\S]*?^```/gm, '')
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n')
      const terms = [...rest.join('\n').matchAll(termsOf(name))].map(([, term]) => term)
      return {
        href: `${path}#${slugOf(heading)}`,
        title: heading.replaceAll('`', ''),
        page,
        words: [...new Set(terms)].join(' '),
      }
    })
}

function namesOf(shape: Pick<Shape, 'fields' | 'choices'> | undefined): string[] {
  if (!shape) return []
  const of = (field: Field): string[] => [field.name, ...namesOf(field)]
  return [...shape.fields, ...shape.choices.flatMap(({ fields }) => fields)].flatMap(of)
}
