#!/usr/bin/env node
// Finds and runs the programs of Foundry.

// Runs a Foundry program with our settings: `node contracts/tools/foundry.mjs forge test`. The wrapper scripts of the npm
// packages always exit with status 0 and leave the program running when killed, so the binary is run directly.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** How every run of forge must be spawned: from the root, with the configuration kept in contracts/. */
export const foundryOptions = {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  env: { ...process.env, FOUNDRY_CONFIG: 'contracts/foundry.toml' },
}

/**
 * Path of a Foundry binary from npm; on a platform npm has none for, its bare name, to be found on PATH.
 *
 * @param {'forge' | 'anvil'} tool
 */
export function findFoundry(tool) {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch] ?? process.arch
  try {
    return createRequire(import.meta.url).resolve(
      `@foundry-rs/${tool}-${process.platform}-${arch}/bin/${tool}`,
    )
  } catch {
    return tool
  }
}

/** What to tell someone whose machine has no such program. */
export function missingFoundry(tool) {
  return `${tool} was not found for ${process.platform}-${process.arch}: install Foundry 1.7 or later (https://getfoundry.sh) so that "${tool}" is on PATH.`
}

/** Runs the program with our terminal and resolves with its exit status. */
export function runFoundry(tool, args) {
  return new Promise((done) => {
    const child = spawn(findFoundry(tool), args, { ...foundryOptions, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.on('error', (error) => {
      console.error(error.code === 'ENOENT' ? missingFoundry(tool) : error.message)
      done(127)
    })
    child.on('exit', (code) => done(code ?? 1))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tool, ...args] = process.argv.slice(2)
  process.exitCode = await runFoundry(tool, args)
}
