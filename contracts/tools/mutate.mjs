#!/usr/bin/env node
// Changes the contracts in one place at a time (mutants/) and runs their tests: each mutant must make a test fail. Works in
// copies, one per core. `node contracts/tools/mutate.mjs [regular expression for "FILE: NAME" of mutants]`
//
// A run of all mutants takes five to twenty minutes and writes the hash of everything that it depends on to mutants/caught.json. With
// `--unless-caught` only every sixteenth mutant is tried if that hash is still the same.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFoundry, foundryOptions } from './foundry.mjs'
import * as anchorVerifier from './mutants/anchor-verifier.mjs'
import * as bountyEscrow from './mutants/bounty-escrow.mjs'
import * as bountyEscrowV2 from './mutants/bounty-escrow-v2.mjs'

const record = join(import.meta.dirname, 'mutants/caught.json')
const sampledEvery = 16

const unlessCaught = process.argv.includes('--unless-caught')
const [pattern] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const filter = new RegExp(pattern ?? '')
const sources = hashSources()
const isSample =
  unlessCaught && existsSync(record) && JSON.parse(readFileSync(record, 'utf8')).sources === sources
if (isSample) console.log('All mutants of these contracts and tests were caught before: a sample is tried.')
const waiting = [bountyEscrow, bountyEscrowV2, anchorVerifier]
  .flatMap(({ file, tests, mutants }) =>
    mutants
      .filter(([name]) => filter.test(`${file}: ${name}`))
      .map(([name, code, replacement]) => ({ file, tests, name, code, replacement })),
  )
  .filter((_, index) => !isSample || index % sampledEvery === 0)
const total = waiting.length
let alive = 0

/** Tries waiting mutants in a copy of the contracts until none is left. */
async function work() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mutants-'))
  try {
    cpSync(join(foundryOptions.cwd, 'contracts'), join(folder, 'contracts'), {
      recursive: true,
      filter: (path) => !/contracts\/(out|cache|generated|vendor)$/.test(path),
    })
    symlinkSync(join(foundryOptions.cwd, 'node_modules'), join(folder, 'node_modules'))
    if ((await runTests(folder, ['--no-match-contract', 'SandboxUsdc'])) !== 0)
      throw new Error('The tests fail on the unchanged contracts, so a mutation run means nothing.')
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) await tryMutant(folder, mutant)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryMutant(folder, { file, tests, name, code, replacement }) {
  const path = join(folder, 'contracts/src', file)
  const original = readFileSync(path, 'utf8')
  if (original.split(code).length !== 2) throw new Error(`${file}: "${name}" must change exactly one place`)
  writeFileSync(path, original.replace(code, replacement))
  const caught = (await runTests(folder, tests)) === 1
  writeFileSync(path, original)
  if (!caught) alive++
  console.log(`${caught ? 'caught' : 'ALIVE '}  ${file}: ${name}`)
}

/** @returns 0 when all tests pass, 1 when one fails. @throws when a mutant does not compile */
function runTests(folder, which) {
  // Gas is not checked: a mutant must be caught by what it does, not by what it costs. Without the optimizer and with dynamic
  // linking only the mutant itself is compiled again. Its warnings do not matter.
  const env = {
    ...foundryOptions.env,
    FORGE_SNAPSHOT_CHECK: 'false',
    FOUNDRY_INVARIANT_RUNS: '8',
    FOUNDRY_OPTIMIZER: 'false',
    FOUNDRY_DENY: 'never',
  }
  const args = ['test', '--dynamic-test-linking', '--fail-fast', '--threads', '1', ...which]
  return new Promise((done, fail) => {
    const child = spawn(findFoundry('forge'), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.once('error', fail)
    child.once('close', (status) =>
      /Suite result/.test(output) ? done(status) : fail(new Error(output || `forge ended with ${status}`)),
    )
  })
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(`${total - alive} of ${total} mutants caught`)
process.exitCode = alive === 0 && total > 0 ? 0 : 1
if (process.exitCode === 0 && !isSample && pattern === undefined)
  writeFileSync(record, `${JSON.stringify({ mutants: total, sources }, null, 2)}\n`)

/** The hash of the contracts, their tests, the mutants, this program, and the versions of compiler and test runner. */
function hashSources() {
  const folder = join(import.meta.dirname, '..')
  const { packages } = JSON.parse(readFileSync(join(folder, '../package-lock.json'), 'utf8'))
  const programs = Object.entries(packages).filter(([path]) => /@foundry-rs\/forge|\/solc$/.test(path))
  const versions = programs.map(([path, { version }]) => `${path} ${version}`)
  const hash = createHash('sha256').update(JSON.stringify(versions))
  for (const top of ['foundry.toml', 'src', 'test', 'vendor', 'tools/mutate.mjs', 'tools/mutants'])
    for (const path of filesIn(join(folder, top)).filter((path) => path !== record))
      hash.update(path.slice(folder.length)).update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
