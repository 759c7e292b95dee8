import 'server-only'
import type { Env } from '#lib/adapters/env'
import { guideMarkdown } from '#lib/http/docs/guide'
import { onceFor } from '#lib/http/docs/once-for'
import { operationViews } from '#lib/http/docs/operation-views'
import { docPages, type GuideName, guideNames, guides } from '#lib/http/docs/pages'
import { namesOfSections } from '#lib/http/docs/search-names'
import type { Field, Shape } from '#lib/schemas/reference/fields'
import { slugOf } from '#lib/schemas/reference/operation'
import type { SearchEntry } from '#lib/schemas/reference/search'

/** All pages and all headings of the guides. Operations are also found by path, member and error, sections by words of people. */
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
    return {
      href: path,
      title,
      page: '',
      words: description,
      ...(operation && { names: [...new Set(members)].filter((one) => one !== '').join(' ') }),
    }
  })
  const headings = guideNames.flatMap((name) => headingsOf(name, env))
  return [...pages, ...headings].map((entry) => {
    const names = namesOfSections[entry.href]
    return names === undefined ? entry : { ...entry, names }
  })
})

/** The long guide of operators is found by its settings only, so that the index stays small. */
function settingsIn(text: string): string {
  const names = [...text.matchAll(/`([A-Z][A-Z\d_]{2,39})`/g)].map(([, name]) => name)
  return [...new Set(names)].join(', ')
}

/** The lines of a section without the marks of Markdown. */
function proseOf(lines: readonly string[]): string {
  return lines
    .map((line) =>
      line
        .replace(/\]\([^)]*\)/g, '')
        .replace(/[`*[>#|]+/g, ' ')
        .replace(/-{3,}/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
}

function statusIn(section: string): string {
  return /^Status (\d{3})\./m.exec(section)?.[1] ?? ''
}

function headingsOf(name: GuideName, env: Env): SearchEntry[] {
  const { path, title: page } = guides[name]
  const isErrors = name === 'errors'
  return guideMarkdown(name, env)
    .replace(/^(?:> )?```[\s\S]*?^(?:> )?```/gm, '')
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n')
      return {
        href: `${path}#${slugOf(heading)}`,
        title: isErrors ? `${heading} (${statusIn(section)})` : heading.replaceAll('`', ''),
        page,
        words: name === 'operations' ? settingsIn(rest.join('\n')) : proseOf(rest),
      }
    })
}

function namesOf(shape: Pick<Shape, 'fields' | 'choices'> | undefined): string[] {
  if (!shape) return []
  const of = (field: Field): string[] => [field.name, ...namesOf(field)]
  return [...shape.fields, ...shape.choices.flatMap(({ fields }) => fields)].flatMap(of)
}
