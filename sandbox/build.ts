import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyAssets } from '#lib/cli/build/copy-assets'

const root = join(import.meta.dirname, '..')
const mark = join(root, '.next/cairn-source-hash')
/** Everything the web build reads. */
const sources = [
  'app',
  'components',
  'lib',
  'mcp',
  'docs/examples',
  'drizzle/schema',
  'contracts/generated',
  'public',
]
const files = [
  'package-lock.json',
  'next.config.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
]

/** True if the last build was made from the current sources. */
export function isBuilt(): boolean {
  return (
    existsSync(join(root, '.next/BUILD_ID')) &&
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === hashSources()
  )
}

/** Builds the web app. @throws Error that ends with what the build printed */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
  // Imported here, so that a start with an existing build needs no bundler.
  const { buildPublic } = await import('#lib/cli/build/build-public')
  await buildPublic()
  const hash = hashSources()
  const output: string[] = []
  const status = await new Promise<number | null>((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    child.once('error', fail)
    child.once('exit', done)
  })
  if (status !== 0) throw new Error(`the web build failed:\n${output.join('').slice(-4_000)}`)
  copyAssets()
  writeFileSync(mark, hash)
}

function hashSources(): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    hash.update(path)
    hash.update(readFileSync(join(root, path)))
  }
  const walk = (folder: string) => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const path = join(folder, name)
      if (statSync(join(root, path)).isDirectory()) walk(path)
      else if (!/\.test\.tsx?$/.test(name)) add(path)
    }
  }
  for (const folder of sources) if (existsSync(join(root, folder))) walk(folder)
  for (const file of files) if (existsSync(join(root, file))) add(file)
  return hash.digest('hex')
}
