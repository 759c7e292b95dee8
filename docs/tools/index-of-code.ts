import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

// `npm run docs:index` writes docs/index-of-code.md: one line per source file, from the comment that describes it. `--check` compares it instead.

const root = join(import.meta.dirname, '../..')
const written = join(root, 'docs/index-of-code.md')
const rooms =
  /^((app|bench|components|contracts|docs|drizzle|e2e|lib|mcp|reconstruction|sandbox|testing)\/.*|[^/]+)\.(tsx?|mjs|cjs|sol|sql)$/
const left =
  /\.(test|spec)\.tsx?$|\.d\.ts$|^contracts\/(generated|vendor|out|test)\/|^app\/.*\/route\.ts$|^drizzle\/migrations\//

/** The index as it should be, for the files that git knows or would add. */
function writeIndex(): string {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => rooms.test(file) && !left.test(file))
    .sort()
  const folders = Map.groupBy(
    files.map((file) => ({
      link: `[${basename(file)}](../${file})`,
      folder: dirname(file),
      text: describe(file),
    })),
    ({ folder }) => folder,
  )
  const sections = [...folders].map(([folder, entries]) => {
    const rows = entries.filter(({ text }) => text).map(({ link, text }) => `- ${link}: ${text}`)
    const others = entries.filter(({ text }) => !text).map(({ link }) => link)
    if (others.length > 0) rows.push(`- ${others.join(', ')}`)
    return `## ${folder === '.' ? 'Root' : folder}\n\n${rows.join('\n')}\n`
  })
  return `# Index of the code

The first sentence of the comment that describes each file; files without one are listed after the others. Written by \`npm run docs:index\`, compared by \`npm run lint\`.

${sections.join('\n')}`
}

/** The first sentence of the comment that says most about a file; `undefined` where it has none. */
function describe(file: string): string | undefined {
  const source = readFileSync(join(root, file), 'utf8')
  const summary = source.match(/\bsummary: '([^']+)'/)?.[1]
  const candidates = [fileComment(source), ...exportComments(source, file), summary]
  return candidates.map((comment) => comment && firstSentence(comment)).find(Boolean)
}

/** The comment before the code, at the top or behind the imports, if an empty line separates it from the first declaration. */
function fileComment(source: string): string | undefined {
  const lines = source.split('\n')
  const isImport = (line: string) => /^(#!|import|} from| {2}(type )?\w+( as \w+)?,$|['"]use |$)/.test(line)
  const from = lines.findIndex((line) => !isImport(line))
  const isComment = lines[from]?.startsWith('/*') ? /^(\/\*| \*)/ : /^\/\/ /
  const to = lines.findIndex((line, index) => index >= from && !isComment.test(line))
  const isOfAll = to > from && lines[to] === ''
  return isOfAll
    ? lines
        .slice(from, to)
        .join('\n')
        .replaceAll(/^(\/\/|\/\*\*?) ?| ?\*\/$/gm, '')
    : undefined
}

/** The comments of the export that the file is named after, and of its first function, class or component. */
function exportComments(source: string, file: string): (string | undefined)[] {
  const name = basename(file).replace(/\..*$/, '').replaceAll('-', '').toLowerCase()
  const found = [
    ...source.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?(?:default )?(?:async )?(function|class|const|type|contract)\*? (\w+)/g,
    ),
  ]
  const named = found.find(([, , , symbol]) => symbol!.toLowerCase() === name)
  const verb = found.find(([whole, , kind]) => /\nexport/.test(whole) && kind !== 'const' && kind !== 'type')
  return [named?.[1], verb?.[1]]
}

function firstSentence(comment: string): string {
  const text = comment
    .replaceAll(/^\s*\*? ?/gm, '')
    .split(/\n\s*\n|\n@|^@/)[0]!
    .replaceAll(/\s+/g, ' ')
    .trim()
  // A full stop or a colon within a name ends no sentence.
  const masked = text.replaceAll(/`[^`]*`/g, (name) => '`'.repeat(name.length))
  const end = masked.search(/[.:] (?=[A-Z`(@])/)
  return (end === -1 ? text : text.slice(0, end)).replace(/[.:]$/, '')
}

const index = writeIndex()
if (!process.argv.includes('--check')) writeFileSync(written, index)
else if (readFileSync(written, 'utf8') !== index) {
  process.stderr.write(
    'docs/index-of-code.md differs from the comments in the files. Write it: npm run docs:index\n',
  )
  process.exit(1)
}
