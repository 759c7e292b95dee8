// @module-tag thorough
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { openApiDocument } from '#lib/http/documents/documents'
import { unchainedSettings } from '#testing/unchained-settings'

const root = join(import.meta.dirname, '../../..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-lint-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Report = { problems: { ruleId: string; message: string; location: { pointer?: string }[] }[] }

/** The findings of a public linter for a document, by the rules of `redocly.yaml`. */
async function lint(document: string): Promise<string[]> {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, document)
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const args = ['lint', '--config', join(root, 'redocly.yaml'), '--format', 'json', file]
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' }
  // It exits with 1 if it has findings; they are read then as well.
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env }).catch(
    (failed: { stdout: string }) => failed,
  )
  const { problems } = JSON.parse(stdout) as Report
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`,
  )
}

// No database is needed for a document that is derived from settings.
const written = openApiDocument.write(parseEnv(unchainedSettings('postgres://localhost/none')))

test('a public linter finds nothing to remark in the description of the interface', async () => {
  expect(await lint(written)).toEqual([])
})

test('an answer can be named, unless caches may send it to others', () => {
  type Responses = Record<string, { headers?: Record<string, object> }>
  const { paths } = JSON.parse(written) as { paths: Record<string, Record<string, { responses: Responses }>> }
  const successes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses = {} }) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([, { headers = {} }]) => ({ path, names: Object.keys(headers) })),
    ),
  )
  expect(successes.length).toBeGreaterThan(30)
  for (const { path, names } of successes)
    if (names.includes('ETag'))
      expect(
        names.filter((name) => /^(X-Request-Id|RateLimit)/.test(name)),
        path,
      ).toEqual([])
    else expect(names, path).toContain('X-Request-Id')
})

test('the linter reports a response without its headers, and an operation without refusals', async () => {
  const broken = JSON.parse(written) as {
    paths: Record<string, { get: { responses: Record<string, { headers?: object }> } }>
  }
  const { responses } = broken.paths['/api/v1/provenance/{hash}']!.get
  for (const status of Object.keys(responses)) if (status.startsWith('4')) delete responses[status]
  delete responses['500']!.headers
  const found = await lint(JSON.stringify(broken))
  expect(found.map((line) => line.split(' ')[0]).sort()).toEqual([
    'operation-4xx-response',
    'response-contains-header',
  ])
})
