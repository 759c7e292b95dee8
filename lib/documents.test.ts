import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = globSync(['*.md', '{docs,bench,contracts,lib,mcp,public}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules', 'contracts/vendor/**'],
})
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every link from a document to a file leads to one', () => {
  expect(documents.length).toBeGreaterThan(20)
  const dead = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target!)
      // Pages of the service and of others.
      .filter((target) => !/^(https?:|mailto:|\/)/.test(target))
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
  expect(dead).toEqual([])
})

test('every file that the architecture names is there', () => {
  const rows = read('docs/architecture.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  expect(rows.length).toBeGreaterThan(40)
  const missing = rows.flatMap((row) => {
    let folder = ''
    return [...row.matchAll(/`([^`\s]+)`/g)]
      .map(([, named]) => named!)
      .filter((named) => !named.startsWith('/') && /\/|\.\w+$/.test(named))
      .flatMap((named) => {
        // The files after the first may be named without their common folder.
        const path = named.includes('/') ? named : join(folder, named)
        folder = dirname(path)
        return globSync(path, { cwd: root }).length > 0 ? [] : [named]
      })
  })
  expect(missing).toEqual([])
})
