import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

let runbooks: ReadonlyMap<string, string> | undefined

/**
 * Returns the runbook of an alert in docs/operations.md, one line per paragraph or list item; `null` if the
 * alert has no runbook or the file is missing from this deployment.
 */
export function runbookOf(alert: string): string | null {
  runbooks ??= read()
  return runbooks.get(alert) ?? null
}

function read(): ReadonlyMap<string, string> {
  let text = ''
  try {
    text = readFileSync(join(/* turbopackIgnore: true */ process.cwd(), 'docs/operations.md'), 'utf8')
  } catch {
    // The file is missing. Alerts then have only their names.
  }
  const sections = text.split(/^(?=#{2,3} )/m)
  return new Map(
    sections.flatMap((section): [string, string][] => {
      const [, name, body] = /^### (Cairn\w+)\n([\s\S]*)/.exec(section) ?? []
      return name && body ? [[name, linesOf(body)]] : []
    }),
  )
}

function linesOf(body: string): string {
  return body
    .trim()
    .split(/\n{2,}|\n(?=- |\d+\. )/)
    .map((part) => part.replaceAll(/\s*\n\s*/g, ' ').replace(/^- /, '• '))
    .join('\n')
}
