import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHome } from '#lib/sandbox/home'
import { bringMediaTools } from '#lib/sandbox/media-tools'
import { freePort } from '#lib/sandbox/postgres'
import { say } from '#lib/sandbox/progress'
import { createStack } from '#lib/sandbox/stack'
import { findLeftOut } from '#lib/sandbox/testing/left-out'

// `npm test`: every check, in the order in which a fault is cheapest to find. `npm test -- unit e2e` runs only those.

const root = join(import.meta.dirname, '../..')
const tool = (path: string) => join(root, 'node_modules', path)
const vitest = [tool('vitest/vitest.mjs'), 'run', '--project']

const checks: Record<string, () => Promise<boolean>> = {
  types: async () =>
    (await node(tool('next/dist/bin/next'), 'typegen')) &&
    (await node(tool('typescript/bin/tsc'), '--noEmit')),
  lint: () => node(tool('@biomejs/biome/bin/biome'), 'check', '.'),
  unit: () => node(...vitest, 'unit'),
  contracts: () => node('contracts/tools/foundry.mjs', 'forge', 'test'),
  integration: () => node(...vitest, 'integration'),
  e2e: browserJourneys,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in checks))
if (unknown) {
  console.error(`There is no check "${unknown}"; there are: ${Object.keys(checks).join(', ')}.`)
  process.exit(2)
}

const runs = (name: string) => asked.length === 0 || asked.includes(name)
const missing = runs('integration') || runs('e2e') ? await bringMediaTools() : undefined

const results: [name: string, passed: boolean, seconds: number][] = []
for (const [name, check] of Object.entries(checks)) {
  if (!runs(name)) continue
  say(`test: ${name}`)
  const begun = performance.now()
  const passed = await check()
  results.push([name, passed, (performance.now() - begun) / 1000])
}
console.log('')
for (const [name, passed, seconds] of results)
  say(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1)} s`)
const leftOut = findLeftOut().filter(({ file }) => runs(file.startsWith('e2e/') ? 'e2e' : 'integration'))
for (const { file, lacks } of leftOut) say(`NOT RUN  ${file}: ${lacks.join(' and ')} not installed`)
if (missing && leftOut.length > 0) say(`to run ${leftOut.length > 1 ? 'them' : 'it'}: ${missing.install}`)
const failed = results.filter(([, passed]) => !passed).length
const notRun = leftOut.length > 0 ? `, ${leftOut.length} test files NOT RUN` : ''
console.log(`${results.length - failed} passed, ${failed} failed${notRun}`)
process.exitCode = failed > 0 ? 1 : 0

/** The real service in a folder and on a port of its own, and a real browser on it. */
async function browserJourneys(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-e2e-'))
  const stack = createStack({
    home: openHome(folder),
    port: await freePort(),
    onGiveUp: (reason) => console.error(reason),
  })
  try {
    await stack.start()
    return await node({ CAIRN_HOME: folder }, tool('@playwright/test/cli.js'), 'test')
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function node(...args: string[]): Promise<boolean>
function node(env: Record<string, string>, ...args: string[]): Promise<boolean>
function node(first: string | Record<string, string>, ...rest: string[]): Promise<boolean> {
  const [env, args] = typeof first === 'string' ? [{}, [first, ...rest]] : [first, rest]
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    })
    child.once('error', (error) => {
      console.error(error.message)
      done(false)
    })
    child.once('exit', (status) => done(status === 0))
  })
}
