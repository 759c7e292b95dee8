#!/usr/bin/env node
// The two ways forge calls a Solidity compiler, over the WebAssembly compiler from npm: no download, any platform.
import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')

if (process.argv.includes('--version')) {
  print(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else if (process.argv.includes('--standard-json')) {
  print(solc.compile(readFileSync(0, 'utf8')))
} else {
  process.stderr.write('only --version and --standard-json are supported\n')
  process.exitCode = 1
}

/** Synchronous and complete: standard output is a pipe that takes less than the whole answer at once. */
function print(text) {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}
