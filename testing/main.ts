import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { compiledCode } from '#sandbox/compiled-code'
import { openHome } from '#sandbox/home'
import { bringMediaTools } from '#sandbox/media-tools'
import { freePort } from '#sandbox/postgres'
import { say } from '#sandbox/progress'
import { createStack } from '#sandbox/stack'
import { findLeftOut } from '#testing/left-out'

// `npm test` runs what must pass before every release; `npm run test:thorough` runs the rest. Names select single checks:
// `npm test -- unit journeys`. A test belongs to the thorough run if it has the tag `thorough`. See docs/testing.md.

const root = join(import.meta.dirname, '..')
const tool = (path: string) => join(root, 'node_modules', path)

/** The output of a check: its last `maxOutputCharacters` characters. */
type Output = { end: string }
type Check = (output: Output) => Promise<boolean>
const shownLines = 60
const maxOutputCharacters = 20_000

const isThorough = '--tags-filter=thorough'
const isNotThorough = '--tags-filter=!thorough'
const vitest =
  (...args: string[]): Check =>
  (output) =>
    node(output, [tool('vitest/vitest.mjs'), 'run', '--hideSkippedTests', ...args])
const foundry = (output: Output, ...args: string[]) =>
  node(output, ['contracts/tools/foundry.mjs', 'forge', ...args])

// Quick checks run first, so that most faults show within a minute.
const releaseChecks: Record<string, Check> = {
  types: async (output) =>
    (await node(output, [tool('next/dist/bin/next'), 'typegen'])) &&
    (await node(output, [tool('typescript/bin/tsc'), '--noEmit'])),
  lint: async (output) =>
    (await node(output, [tool('@biomejs/biome/bin/biome'), 'check', '.'])) &&
    (await node(output, [tool('knip/bin/knip.js'), '--no-progress'])) &&
    (await node(output, [join(root, 'docs/tools/index-of-code.ts'), '--check'])),
  unit: vitest('--project', 'unit', isNotThorough),
  contracts: (output) => foundry(output, 'test'),
  integration: vitest('--project', 'integration', isNotThorough),
  journeys: (output) => withSandbox(output, [['--grep-invert', '@thorough']]),
}

const thoroughChecks: Record<string, Check> = {
  'contracts-lint': async (output) =>
    (await foundry(output, 'fmt', '--check')) && (await foundry(output, 'lint', 'contracts/src')),
  'thorough-unit': vitest('--project', 'unit', isThorough),
  'thorough-integration': vitest('--project', 'integration', isThorough),
  models: vitest('--project', 'long', isThorough),
  'thorough-journeys': (output) =>
    withSandbox(output, [
      ['--grep', '@thorough'],
      ['-c', 'e2e/inspector/playwright.config.ts'],
    ]),
  mutations: (output) => node(output, ['contracts/tools/mutate.mjs', '--unless-caught']),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { thorough: { type: 'boolean', default: false } },
})
const allChecks = { ...releaseChecks, ...thoroughChecks }
const unknown = positionals.find((name) => !(name in allChecks))
if (unknown) {
  console.error(`There is no check "${unknown}"; there are: ${Object.keys(allChecks).join(', ')}.`)
  process.exit(2)
}
const names =
  positionals.length > 0 ? positionals : Object.keys(values.thorough ? thoroughChecks : releaseChecks)

const needsMediaTools = names.some((name) => /integration|journeys|models/.test(name))
const missing = needsMediaTools ? await bringMediaTools() : undefined

const results: { name: string; passed: boolean; seconds: number; output: Output }[] = []
for (const name of names) {
  say(`test: ${name}`)
  const begun = performance.now()
  const output = { end: '' }
  const passed = await allChecks[name]!(output)
  results.push({ name, passed, seconds: (performance.now() - begun) / 1000, output })
}
// Later checks have scrolled earlier failures out of view: their ends are printed again.
for (const { name, passed, output } of results.slice(0, -1)) {
  if (passed) continue
  console.log('')
  say(`test: ${name} failed with`)
  console.log(output.end.trimEnd().split('\n').slice(-shownLines).join('\n'))
}
console.log('')
for (const { name, passed, seconds } of results)
  say(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(20)} ${seconds.toFixed(1)} s`)
const leftOut = findLeftOut().filter(({ file }) => names.some((name) => name.endsWith(checkOf(file))))
for (const { file, lacks } of leftOut) say(`NOT RUN  ${file}: this host lacks ${lacks.join(' and ')}`)
if (missing && leftOut.length > 0) say(`to install the programs for films: ${missing.install}`)
const failed = results.filter(({ passed }) => !passed).length
const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
const notRun = leftOut.length > 0 ? `, ${leftOut.length} test files NOT RUN` : ''
console.log(`${results.length - failed} passed, ${failed} failed${notRun}, in ${seconds.toFixed(0)} s`)
process.exitCode = failed > 0 ? 1 : 0

/** The end of the names of the checks that run a test file. */
function checkOf(testFile: string): string {
  if (testFile.startsWith('e2e/')) return 'journeys'
  return testFile.endsWith('.long.test.ts') ? 'models' : 'integration'
}

/** Starts the whole service in a folder and on a port of its own and runs Playwright with each list of arguments. */
async function withSandbox(output: Output, runs: string[][]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-e2e-'))
  const stack = createStack({
    home: openHome(folder),
    port: await freePort(),
    hasDemoBounties: false,
    onGiveUp: (reason) => console.error(reason),
  })
  try {
    await stack.start()
    let passed = true
    for (const args of runs)
      passed =
        (await node(output, [tool('@playwright/test/cli.js'), 'test', ...args], { CAIRN_HOME: folder })) &&
        passed
    return passed
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a Node program and prints its output as it comes. True if its exit status is 0. */
function node(output: Output, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  // The output is a pipe, so programs that colour only terminals must be told to.
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['inherit', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_COMPILE_CACHE: compiledCode,
        ...colours,
        ...env,
      },
    })
    const copy = (from: Readable, to: Writable) =>
      from.setEncoding('utf8').on('data', (text: string) => {
        to.write(text)
        output.end = (output.end + text).slice(-maxOutputCharacters)
      })
    copy(child.stdout, process.stdout)
    copy(child.stderr, process.stderr)
    child.once('error', (error) => {
      console.error(error.message)
      done(false)
    })
    child.once('close', (status) => done(status === 0))
  })
}
