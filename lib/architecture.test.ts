import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The first prefix that matches counts. A file imports from its own layer or a lower one; the product ends at layer 7. */
const layers: [prefix: string, layer: number][] = [
  ['bench/', 10],
  ['e2e/', 10],
  ['playwright.config.ts', 10],
  ['vitest.config.ts', 10],
  ['mcp/testing/', 9],
  ['reconstruction/bench/', 10],
  ['reconstruction/testing/', 9],
  // A program of its own, which the product runs as a command and does not import.
  ['reconstruction/', 0],
  ['testing/', 9],
  ['sandbox/', 8],
  ['app/', 7],
  ['mcp/', 7],
  ['instrumentation', 7],
  ['next.config.ts', 7],
  ['proxy.ts', 7],
  ['lib/http/', 6],
  ['lib/mcp/', 6],
  ['lib/enterprise/', 6],
  ['lib/cli/', 6],
  ['lib/operations/', 5],
  ['lib/worker/', 5],
  ['lib/services/', 4],
  ['lib/adapters/', 3],
  ['lib/client/', 3],
  ['components/', 3],
  ['lib/schemas/', 2],
  ['drizzle/schema/', 2],
  ['contracts/generated/', 2],
  ['lib/domain/', 1],
]

const aliases: [prefix: string, target: string, extension: string][] = [
  ['#lib/', 'lib/', '.ts'],
  ['#components/', 'components/', '.tsx'],
  ['#contracts/', 'contracts/generated/', '.ts'],
  ['#db/', 'drizzle/', '.ts'],
  ['#sandbox/', 'sandbox/', '.ts'],
  ['#testing/', 'testing/', '.ts'],
]

const files = sourceFiles()
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const product = files.filter((file) => layerOf(file)! <= 7)

describe('the house', () => {
  test('every file has a layer', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([])
  })

  test('a file imports only from its own layer or a lower one', () => {
    const wrong = edges().filter(([from, to]) => layerOf(to)! > layerOf(from)!)
    expect(wrong).toEqual([])
  })

  test('the product and reconstruction/ do not import each other', () => {
    const isProgram = (file: string) => layerOf(file) === 0
    expect(product.some(isProgram)).toBe(true)
    const between = edges().filter(
      ([from, to]) => product.includes(from) && isProgram(from) !== isProgram(to),
    )
    expect(between).toEqual([])
  })

  test('browser code imports only schemas, domain and browser code', () => {
    const inBrowser = (file: string) => file.startsWith('components/') || file.startsWith('lib/client/')
    const allowed = (file: string) =>
      inBrowser(file) || /^(lib\/domain|lib\/schemas|contracts\/generated)\//.test(file)
    expect(edges().filter(([from, to]) => inBrowser(from) && !allowed(to))).toEqual([])
  })

  test('components import code of the browser, which does not import components', () => {
    const between = edges().filter(
      ([from, to]) => from.startsWith('lib/client/') && to.startsWith('components/'),
    )
    expect(between).toEqual([])
  })

  test('no file imports itself by way of others', () => {
    expect(findCycle()).toBeUndefined()
  })

  test('the domain is pure: no packages of Node, no clock, no randomness, no environment', () => {
    const impure = /from 'node:|Date\.now\(|new Date\(\)|Math\.random\(|process\.|getRandomValues/
    const domain = files.filter((file) => file.startsWith('lib/domain/'))
    expect(domain.filter((file) => impure.test(read(file)))).toEqual([])
  })

  test('only adapters and entry points read the environment', () => {
    const entry =
      /^(lib\/(adapters\/env|cli)|mcp\/(main|build)|reconstruction\/run-program|instrumentation|proxy)/
    const wrong = product.filter((file) => !entry.test(file) && /process\.env/.test(read(file)))
    expect(wrong).toEqual([])
  })

  test('only services, the outbox, the facilitator’s own ledger and the migrator write tables', () => {
    const writes =
      /\b(insert into|update|delete from)\s+[a-z_]+\b(?=[\s\S]{0,40}\b(set|values|select|where|\())|\.(insert|update|delete)\((?!\))\w+\)\s*\.?\s*(values|set|where)/i
    const allowed =
      /^lib\/(services\/|adapters\/chain\/outbox|adapters\/facilitator\/settlement-(rows|outcome)|adapters\/migrate\.ts)/
    const wrong = files.filter(
      (file) => file.startsWith('lib/') && !allowed.test(file) && writes.test(withoutComments(read(file))),
    )
    expect(wrong).toEqual([])
  })

  test('only transition.ts begins a bounty or writes its state', () => {
    const writer = 'lib/services/bounties/transition.ts'
    const begins = /\.insert\(bounty\)|\binsert into bounty\b/
    const writes = /(\.update\(bounty\)|\bupdate bounty\b)(?:(?!where)[\s\S])*?\bstate\b/
    const sources = product.map((file) => [file, withoutComments(read(file))] as const)
    expect(sources.filter(([, source]) => begins.test(source)).map(([file]) => file)).toEqual([writer])
    expect(sources.filter(([, source]) => writes.test(source)).map(([file]) => file)).toEqual([writer])
  })

  test('adapters and services never reach the browser', () => {
    const guarded = files.filter((file) => /^lib\/(adapters|services)\//.test(file))
    const reachable = new Set(
      files.filter((file) => /^(components|lib\/client)\//.test(file)).flatMap((file) => [...closure(file)]),
    )
    expect(guarded.filter((file) => reachable.has(file))).toEqual([])
  })

  test('only programs in the sandbox, and the browser of a reader, parse photographs, tables of films and manifests', () => {
    const parsers = /from '(mediainfo\.js|exifreader|@contentauth\/c2pa-wasm)'/
    const server = product.filter((file) => !file.startsWith('lib/client/'))
    const readers = server.filter((file) => parsers.test(read(file)))
    expect(readers.length).toBeGreaterThan(2)
    const mains = ['main', 'credentials'].map((name) => `lib/adapters/media/reader/${name}.ts`)
    const others = server.filter((file) => !mains.includes(file) && !file.startsWith('lib/adapters/media/'))
    const loaded = new Set(others.flatMap((file) => [...closure(file)]))
    expect([...readers, ...mains].filter((file) => loaded.has(file))).toEqual([])
    const confined = new Set(mains.flatMap((main) => [...closure(main)]))
    expect(readers.filter((file) => !confined.has(file))).toEqual([])
  })

  test('no file is over 400 lines, tests and tools included', () => {
    const everything = globSync(
      [
        '*.ts',
        '{app,bench,components,contracts,docs,drizzle,e2e,lib,mcp,reconstruction,sandbox,testing}/**/*.{ts,tsx,mjs,cjs,css,sql,sol,py}',
      ],
      {
        cwd: root,
        exclude: [
          '**/node_modules',
          'contracts/{generated,vendor,out}/**',
          'drizzle/migrations/**',
          'mcp/dist/**',
        ],
      },
    )
    expect(everything.length).toBeGreaterThan(files.length)
    expect(everything.filter((file) => read(file).split('\n').length > 401)).toEqual([])
  })

  test('no file only passes others on', () => {
    expect(files.filter((file) => /^export \* from/m.test(read(file)))).toEqual([])
  })
})

function sourceFiles(): string[] {
  const found: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|\.d\.ts$/.test(entry.name)) found.push(path)
    }
  }
  const folders = [
    'app',
    'components',
    'lib',
    'drizzle/schema',
    'contracts/generated',
    'mcp',
    'reconstruction',
  ]
  for (const folder of [...folders, 'sandbox', 'testing', 'bench', 'e2e']) walk(folder)
  const atRoot = readdirSync(root).filter((name) => layerOf(name) !== undefined && name.endsWith('.ts'))
  return [...found, ...atRoot].sort()
}

function layerOf(file: string): number | undefined {
  return layers.find(([prefix]) => file.startsWith(prefix))?.[1]
}

function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([#.][^']*)'/g)].map(
    (match) => match[1]!,
  )
  return specifiers.flatMap((specifier) => {
    const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
    if (alias) return [alias[1] + specifier.slice(alias[0].length) + alias[2]]
    if (!specifier.startsWith('.')) return []
    const path = normalize(join(dirname(file), specifier))
    return [path, `${path}.ts`, `${path}.tsx`].filter((candidate) => files.includes(candidate)).slice(0, 1)
  })
}

function edges(): [from: string, to: string][] {
  return [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => layerOf(to) !== undefined).map((to): [string, string] => [from, to]),
  )
}

function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of imports.get(file) ?? []) closure(next, seen)
  return seen
}

function findCycle(): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    done.add(file)
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...path, file])
      if (cycle) return cycle
    }
    return undefined
  }
  for (const file of files) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}
