import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv as parseDotEnv } from 'node:util'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { variableNames } from '#lib/adapters/env'
import { metrics } from '#lib/adapters/metrics/registry'
import { operations, priceSettings } from '#lib/operations/catalog'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const namesIn = (path: string) => Object.keys(parseDotEnv(read(path)))

const { version } = JSON.parse(read('package.json')) as { version: string }
const containerfile = read('deploy/Containerfile')
const units = globSync('deploy/systemd/*.service', { cwd: root })

type Service = {
  image: string
  env_file?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  stop_grace_period?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}
const compose = parse(read('deploy/compose/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
}
const ours = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('cairn-'))
const values = parse(read('deploy/helm/cairn/values.yaml')) as { settings: Record<string, string> }
const chart = parse(read('deploy/helm/cairn/Chart.yaml')) as { version: string; appVersion: string }

/** Settings of the process, which are not in `.env.example`. */
const ofNode = ['NODE_ENV', 'PORT']
const ofTheAllocator = ['MALLOC_MMAP_THRESHOLD_']
const settings: Record<string, string[]> = {
  'cairn.env': namesIn('deploy/compose/cairn.env.example'),
  'keys.env': namesIn('deploy/compose/keys.env.example'),
  'compose.yaml': ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
  'values.yaml': Object.keys(values.settings),
  'chart templates': globSync('deploy/helm/cairn/templates/*.yaml', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/^ +(?:- name|key): ([A-Z][A-Z0-9_]+)$/gm)].map(([, name]) => name!),
  ),
  'systemd units': units.flatMap((path) =>
    [...read(path).matchAll(/^Environment=(.+)$/gm)].flatMap(([, list]) =>
      Object.keys(parseDotEnv(list!.replaceAll(' ', '\n'))),
    ),
  ),
  Containerfile: [...containerfile.matchAll(/^ENV (.+)$/gm)]
    .flatMap(([, list]) => Object.keys(parseDotEnv(list!.replaceAll(' ', '\n'))))
    .filter((name) => !['CAIRN_INSTALL', 'NEXT_TELEMETRY_DISABLED'].includes(name)),
}

describe('every setting exists that is named in', () => {
  const known = new Set([...variableNames, ...priceSettings, ...ofNode, ...ofTheAllocator])
  test.each(Object.entries(settings))('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })
})

test('each file exists that a recipe copies, mounts or starts', () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list]) =>
    list!.split(' '),
  )
  const mounted = Object.values(compose.services)
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!))
    .filter((path) => path.startsWith('.'))
    .map((path) => join('deploy/compose', path))
  const started = [containerfile, read('deploy/README.md'), ...units.map(read)].flatMap((text) => [
    ...text.matchAll(/lib\/cli\/[\w-]+\.ts/g),
  ])
  const paths = [...copied, ...mounted, ...started.map(([path]) => path)]
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the versions of chart and images are that of package.json, and images have the Node that the code needs', () => {
  expect(chart).toMatchObject({ version, appVersion: version })
  expect(ours.map(([, { image }]) => image.split(':').slice(1).join(':'))).toEqual(
    ours.map(() => `\${CAIRN_VERSION:-${version}}`),
  )
  expect(parseDotEnv(read('deploy/compose/.env.example')).CAIRN_VERSION).toBe(version)
  const pinned = /pinnedNodeMajor = (\d+)/.exec(read('sandbox/bootstrap.cjs'))![1]
  expect(containerfile).toContain(`/node:${pinned}-`)
})

test('keys that move money reach workers alone', () => {
  const keys = namesIn('deploy/compose/keys.env.example')
  expect(keys).toEqual(expect.arrayContaining(['TREASURY_KEY', 'OPERATOR_KEY']))
  for (const [name, { env_file = [], environment = {} }] of ours) {
    if (!name.startsWith('worker')) expect(env_file, name).not.toContain('keys.env')
    expect(Object.keys(environment).filter((setting) => keys.includes(setting))).toEqual([])
  }
  expect(settings['cairn.env']!.filter((name) => keys.includes(name))).toEqual([])
  expect(read('deploy/helm/cairn/templates/web.yaml')).not.toContain('secrets.workers')
  expect(read('deploy/systemd/cairn-web@.service')).not.toMatch(/^EnvironmentFile=.*keys/m)
})

test('our containers cannot write to their image and have no capabilities', () => {
  expect(ours.map(([name]) => name).sort()).toEqual(['migrate', 'web-a', 'web-b', 'worker-a', 'worker-b'])
  for (const [name, { read_only, cap_drop, security_opt }] of ours)
    expect({ read_only, cap_drop, security_opt }, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: expect.arrayContaining(['no-new-privileges:true']),
    })
  for (const target of ['web', 'migrate', 'worker'])
    expect(read(`deploy/helm/cairn/templates/${target}.yaml`)).toMatch(
      /readOnlyRootFilesystem: true\n +capabilities:\n +drop: \[ALL\]/,
    )
})

test('every recipe gives a web more time to end than it needs, before it is killed', () => {
  const unit = read('deploy/systemd/cairn-web@.service')
  const pod = read('deploy/helm/cairn/templates/web.yaml')
  const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const { environment, stop_grace_period: grace } = compose.services['web-a']!
  expect(grace).toBe('1m')
  const spare = [
    60 - Number(environment?.WEB_STOP_SECONDS),
    number(unit, /^TimeoutStopSec=(\d+)$/m) - number(unit, /WEB_STOP_SECONDS=(\d+)/),
    number(pod, /terminationGracePeriodSeconds: (\d+)/) -
      number(pod, /name: WEB_STOP_SECONDS\n +value: '(\d+)'/) -
      number(pod, /command: \[sleep, '(\d+)'\]/),
  ]
  for (const seconds of spare) expect(seconds).toBeGreaterThanOrEqual(5)
})

test('the path that load balancers ask is an operation', () => {
  const paths: string[] = operations.map(({ path }) => path)
  const asked = [read('deploy/helm/cairn/templates/web.yaml'), read('lib/cli/check-health.ts')].flatMap(
    (text) => [...text.matchAll(/\/api\/\w+/g)],
  )
  expect(asked.length).toBeGreaterThan(1)
  expect(asked.map(([path]) => path).filter((path) => !paths.includes(path))).toEqual([])
})

test('dashboards show only metrics that a process exports', () => {
  const usual = new Registry()
  collectDefaultMetrics({ register: usual, prefix: 'cairn_' })
  const exported = new Set(
    [metrics().registry, usual].flatMap((registry) => registry.getMetricsAsArray()).map(({ name }) => name),
  )
  const shown = globSync('deploy/grafana/dashboards/*.json', { cwd: root }).flatMap((path) => {
    const { panels } = JSON.parse(read(path)) as { panels: { targets: { expr: string }[] }[] }
    return panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\bcairn_\w+/g) ?? []))
  })
  expect(shown.length).toBeGreaterThan(20)
  const plain = (name: string) => (exported.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))
  expect([...new Set(shown.filter((name) => !exported.has(plain(name))))]).toEqual([])
})

test('each YAML file can be read', () => {
  const files = globSync('deploy/**/*.{yaml,yml}', { cwd: root }).filter(
    (path) => !path.includes('/templates/'),
  )
  expect(files.length).toBeGreaterThan(4)
  for (const path of files)
    for (const document of parseAllDocuments(read(path), { merge: true }))
      expect(document.errors, path).toEqual([])
})
