import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#lib/adapters/env'
import { guideValuesOf } from '#lib/http/docs/guide-values'
import { operatorsGuide } from '#lib/http/docs/operators-guide'
import { type GuideName, guides } from '#lib/http/docs/pages'
import { type PartName, partMarkdown, partNames } from '#lib/http/docs/parts'

/** The text of a guide with the values of this deployment. Its parts are not filled in: each is still `{{name}}`, in a paragraph of its own. */
export function guideText(name: GuideName, env: Env): string {
  if (name === 'operations') return operatorsGuide(readDocument('operations.md'))
  const values = guideValuesOf(name, env)
  return readDocument(`guides/${name}.md`).replace(/\{\{([\w-]+)\}\}/g, (whole, key: string) => {
    if (isPart(key)) return whole
    const value = values[key]
    if (value === undefined) throw new Error(`docs/guides/${name}.md: nothing fills ${whole}`)
    return value
  })
}

/** The guide as a single Markdown document, the twin of its page. */
export function guideMarkdown(name: GuideName, env: Env): string {
  const { title, description } = guides[name]
  const text = guideText(name, env).replace(/\{\{([\w-]+)\}\}/g, (_, key: PartName) => partMarkdown(key, env))
  return `# ${title}\n\n> ${description}\n\n${text}`
}

function readDocument(path: string): string {
  return readFileSync(join(/* turbopackIgnore: true */ process.cwd(), 'docs', path), 'utf8')
}

function isPart(key: string): key is PartName {
  return (partNames as readonly string[]).includes(key)
}
