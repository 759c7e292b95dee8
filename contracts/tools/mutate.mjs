#!/usr/bin/env node
// Changes the contracts in one place at a time (mutants/) and runs their tests: each mutant must make a test fail. Works in
// copies, one per core. `node contracts/tools/mutate.mjs [regular expression for "FILE: NAME" of mutants]`
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFoundry, foundryOptions } from './foundry.mjs'
import * as anchorVerifier from './mutants/anchor-verifier.mjs'
import * as bountyEscrow from './mutants/bounty-escrow.mjs'
import * as bountyEscrowV2 from './mutants/bounty-escrow-v2.mjs'

const filter = new RegExp(process.argv[2] ?? '')
const waiting = [bountyEscrow, bountyEscrowV2, anchorVerifier].flatMap(({ file, tests, mutants }) =>
  mutants
    .filter(([name]) => filter.test(`${file}: ${name}`))
    .map(([name, code, replacement]) => ({ file, tests, name, code, replacement })),
)
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
