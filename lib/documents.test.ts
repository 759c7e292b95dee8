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
    // The address may have parentheses in pairs, as the folder of a route group has.
    [...read(document).matchAll(/\]\(((?:[^()#\s]|\([^()\s]*\))+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target!)
      // Links to pages of the service or of other sites are not checked.
      .filter((target) => !/^(https?:|mailto:|\/)/.test(target))
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
  expect(dead).toEqual([])
})

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])('every file that %s names is there', (document) => {
  const named = [...read(document).matchAll(/`((?:\w[\w-]*\/)+[^`\s{…]*)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
