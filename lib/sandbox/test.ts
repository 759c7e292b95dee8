import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { compiledCode } from '#lib/sandbox/compiled-code'
import { openHome } from '#lib/sandbox/home'
import { bringMediaTools } from '#lib/sandbox/media-tools'
import { freePort } from '#lib/sandbox/postgres'
import { say } from '#lib/sandbox/progress'
import { createStack } from '#lib/sandbox/stack'
import { findLeftOut } from '#lib/sandbox/testing/left-out'

// `npm test`: every check, in the order in which a fault is cheapest to find. `npm test -- unit e2e` runs only those, and
// `npm test -- long` what takes too long to be run every time.

const root = join(import.meta.dirname, '../..')
const tool = (path: string) => join(root, 'node_modules', path)
const vitest = [tool('vitest/vitest.mjs'), 'run', '--project']

/** The end of what a check printed: its failures, by every tool's custom. */
type Heard = { end: string }
const keptLines = 60
const keptCharacters = 20_000

const checks: Record<string, (heard: Heard) => Promise<boolean>> = {
  types: async (heard) =>
    (await node(heard, [tool('next/dist/bin/next'), 'typegen'])) &&
    (await node(heard, [tool('typescript/bin/tsc'), '--noEmit'])),
  lint: (heard) => node(heard, [tool('@biomejs/biome/bin/biome'), 'check', '.']),
  unit: (heard) => node(heard, [...vitest, 'unit']),
  contracts: (heard) => node(heard, ['contracts/tools/foundry.mjs', 'forge', 'test']),
  integration: (heard) => node(heard, [...vitest, 'integration']),
  e2e: browserJourneys,
  long: (heard) => node(heard, [...vitest, 'long']),
}
const onlyAsked = ['long']

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in checks))
if (unknown) {
  console.error(`There is no check "${unknown}"; there are: ${Object.keys(checks).join(', ')}.`)
  process.exit(2)
}

const runs = (name: string) => (asked.length === 0 ? !onlyAsked.includes(name) : asked.includes(name))
const missing = ['integration', 'e2e', 'long'].some(runs) ? await bringMediaTools() : undefined

const results: { name: string; passed: boolean; seconds: number; heard: Heard }[] = []
for (const [name, check] of Object.entries(checks)) {
  if (!runs(name)) continue
  say(`test: ${name}`)
  const begun = performance.now()
  const heard = { end: '' }
  const passed = await check(heard)
  results.push({ name, passed, seconds: (performance.now() - begun) / 1000, heard })
}
// The checks that ran after it have pushed what a failure said out of sight.
for (const { name, passed, heard } of results.slice(0, -1)) {
  if (passed) continue
  console.log('')
  say(`test: ${name} failed, and ended with`)
  console.log(heard.end.trimEnd().split('\n').slice(-keptLines).join('\n'))
}
console.log('')
for (const { name, passed, seconds } of results)
  say(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1)} s`)
const leftOut = findLeftOut().filter(({ file }) => runs(checkOf(file)))
for (const { file, lacks } of leftOut) say(`NOT RUN  ${file}: this host lacks ${lacks.join(' and ')}`)
if (missing && leftOut.length > 0) say(`to run those that need films' programs: ${missing.install}`)
const failed = results.filter(({ passed }) => !passed).length
const notRun = leftOut.length > 0 ? `, ${leftOut.length} test files NOT RUN` : ''
console.log(`${results.length - failed} passed, ${failed} failed${notRun}`)
process.exitCode = failed > 0 ? 1 : 0

function checkOf(testFile: string): string {
  if (testFile.startsWith('e2e/')) return 'e2e'
  return testFile.endsWith('.long.test.ts') ? 'long' : 'integration'
}

/** The real service in a folder and on a port of its own, and a real browser on it. */
async function browserJourneys(heard: Heard): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-e2e-'))
  const stack = createStack({
    home: openHome(folder),
    port: await freePort(),
    onGiveUp: (reason) => console.error(reason),
  })
  try {
    await stack.start()
    return await node(heard, [tool('@playwright/test/cli.js'), 'test'], { CAIRN_HOME: folder })
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a program of Node's, shows what it prints as it comes, and keeps the end of it. */
function node(heard: Heard, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  // Tools ask their own output whether it is a terminal, and a pipe is none.
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
    const hear = (from: Readable, to: Writable) =>
      from.setEncoding('utf8').on('data', (text: string) => {
        to.write(text)
        heard.end = (heard.end + text).slice(-keptCharacters)
      })
    hear(child.stdout, process.stdout)
    hear(child.stderr, process.stderr)
    child.once('error', (error) => {
      console.error(error.message)
      done(false)
    })
    child.once('close', (status) => done(status === 0))
  })
}
