#!/usr/bin/env node
// Compiles the contracts and writes what the service imports to contracts/generated/, so that it never needs a compiler.
// With `--check` it writes nothing and exits with status 1 if a file differs from a clean build.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatAbi } from 'abitype'
import { findFoundry, foundryOptions } from './foundry.mjs'

const contractsFolder = fileURLToPath(new URL('..', import.meta.url))
const generatedFolder = join(contractsFolder, 'generated')

/** File name → what to export from which compiled contract. */
const own = {
  'anchor-verifier': { contract: 'AnchorVerifier', exports: ['abi', 'bytecode'] },
  'bounty-escrow': { contract: 'BountyEscrow', exports: ['abi', 'bytecode'] },
  'bounty-escrow-v2': { contract: 'BountyEscrowV2', exports: ['abi', 'bytecode'] },
  'sandbox-usdc': { contract: 'SandboxUsdc', exports: ['abi', 'bytecode'] },
  'sandbox-usdc-proxy': { contract: 'SandboxUsdcProxy', exports: ['runtimeBytecode'] },
}
const vendored = {
  eas: { contract: 'EAS', exports: ['bytecode'] },
  'schema-registry': { contract: 'SchemaRegistry', exports: ['abi', 'bytecode'] },
}

function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-contracts-'))
  try {
    const args = [
      'build',
      '--out',
      join(folder, 'out'),
      '--cache-path',
      join(folder, 'cache'),
      '--skip',
      'test',
    ]
    execFileSync(findFoundry('forge'), args, { ...foundryOptions, stdio: ['ignore', 'ignore', 'inherit'] })
    return Object.fromEntries(
      Object.entries(own).map(([file, { contract, exports }]) => {
        const compiled = JSON.parse(
          readFileSync(join(folder, `out/${contract}.sol/${contract}.json`), 'utf8'),
        )
        const members = {
          abi: compiled.abi,
          bytecode: compiled.bytecode.object,
          runtimeBytecode: compiled.deployedBytecode.object,
        }
        return [`${file}.ts`, render(contract, members, exports)]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function take() {
  const files = {}
  for (const [file, { contract, exports }] of Object.entries(vendored)) {
    const members = JSON.parse(readFileSync(join(contractsFolder, `vendor/eas/${contract}.json`), 'utf8'))
    files[`${file}.ts`] = render(contract, members, exports)
  }
  // viem exports Multicall3's ABI by name, but not the creation code it carries too.
  const { multicall3Bytecode } = await import(
    new URL('./constants/contracts.js', import.meta.resolve('viem')).href
  )
  files['multicall3.ts'] = render('Multicall3', { bytecode: multicall3Bytecode }, ['bytecode'])
  return files
}

function render(contract, members, exports) {
  const prefix = contract === 'EAS' ? 'eas' : contract[0].toLowerCase() + contract.slice(1)
  const lines = ['// Written by contracts/tools/build.mjs; do not edit.']
  if (exports.includes('abi')) lines.push("import { parseAbi } from 'viem'")
  for (const name of exports) {
    const text = name === 'abi' ? renderAbi(members.abi) : `'${members[name]}'`
    lines.push(`export const ${prefix}${name[0].toUpperCase()}${name.slice(1)} = ${text}`)
  }
  return `${lines.join('\n\n')}\n`
}

/** One signature a line, as in Solidity. */
function renderAbi(abi) {
  const signatures = formatAbi(abi).map((signature) => `  '${signature}',`)
  return `parseAbi([\n${signatures.join('\n')}\n])`
}

const files = { ...compile(), ...(await take()) }
if (process.argv.includes('--check')) {
  const present = existsSync(generatedFolder) ? readdirSync(generatedFolder) : []
  const wrong = [...new Set([...present, ...Object.keys(files)])].filter(
    (name) =>
      !(name in files) ||
      !present.includes(name) ||
      readFileSync(join(generatedFolder, name), 'utf8') !== files[name],
  )
  if (wrong.length > 0) {
    console.error(`Not what the contracts give: ${wrong.join(', ')}. Run npm run contracts:build.`)
    process.exitCode = 1
  }
} else {
  rmSync(generatedFolder, { recursive: true, force: true })
  mkdirSync(generatedFolder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(generatedFolder, name), text)
}
