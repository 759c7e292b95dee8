import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { variableNames } from '#lib/adapters/env'
import { metrics } from '#lib/adapters/metrics/registry'
import { priceSettings } from '#lib/operations/catalog'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const guide = read('docs/operations.md')
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
]

test('every `npm run` of the documents is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // Decisions are of their day.
  const documents = globSync('{*,docs/*,docs/guides/*,deploy/*,drizzle/*,mcp/*}.md', { cwd: root })
  expect(documents.length).toBeGreaterThan(10)
  for (const path of documents)
    expect(
      found(read(path), /npm run ([a-z][a-z:-]*)/g).filter((name) => !(name in scripts)),
      path,
    ).toEqual([])
})

/** Read by programs beside the service, not by its settings. */
const ofOthers = /^(OTEL_|AWS_|ECC_|SIGN_VERIFY$|SO_REUSEPORT$|CAIRN_URL$|OBSERVATIONS_PRIMARY_URL$|PAY_TO$)/

test('every setting that the guide for operators names exists, and is in .env.example', () => {
  const known = new Set([...variableNames, ...priceSettings])
  const named = found(guide, /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g).filter(
    (name) => !ofOthers.test(name),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  const example = read('.env.example')
  expect(named.filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(example))).toEqual([])
})

test('every metric that the guide for operators names is exported', () => {
  const usual = new Registry()
  collectDefaultMetrics({ register: usual, prefix: 'cairn_' })
  const exported = new Set(
    [metrics().registry, usual].flatMap((one) => one.getMetricsAsArray()).map(({ name }) => name),
  )
  // Channels, and the user and location in examples.
  const others = new Set(['cairn_worker', 'cairn_feed', 'cairn_reader', 'cairn_reads'])
  const named = found(guide, /\b(cairn_[a-z_]+)/g).filter((name) => !others.has(name))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !exported.has(name))).toEqual([])
})

test('every link of the guide for operators leads to a section or file that exists', () => {
  const idOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
  const ids = found(guide, /^#+ (.*)$/gm).map(idOf)
  const targets = found(guide, /\]\(([^)]+)\)/g).filter((target) => !target.startsWith('https://'))
  const leads = (target: string) =>
    target.startsWith('#')
      ? ids.includes(target.slice(1))
      : existsSync(join(root, 'docs', target.replace(/#.*/, '')))
  expect(targets.filter((target) => !leads(target))).toEqual([])
})
