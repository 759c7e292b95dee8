import { existsSync } from 'node:fs'
import { copyFile, cp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'vite'
import { buildCheckPage } from '#lib/cli/build/build-check-page'
import { bundleTools } from '#lib/cli/build/bundle-tools'

// Stand-alone files in `public/`: the badge and the check page, bundled from the same code that the pages run, the tools for agents, the
// example programs, and the files of packages that browsers load by a fixed address.

const root = join(import.meta.dirname, '../../..')

/** A single plain file for a `<script>`. It loads nothing else, and contacts only endpoints that its reader names. */
async function bundleScript(entry: string, name: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(root, 'public'),
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'cairn', fileName: () => name },
    },
  })
}

/** Files of packages, each with its name in `public/`. */
const ofPackages = {
  'meshoptimizer/decoder.cjs': 'meshopt_decoder.js',
  '@contentauth/c2pa-wasm/c2pa.wasm': 'c2pa.wasm',
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2':
    'instrument-sans.woff2',
}

async function copyFilesOfPackages(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  for (const [file, name] of Object.entries(ofPackages))
    await copyFile(resolve(file), join(root, 'public', name))
}

/** A photograph that visitors of a sandbox can check. The sandbox has attested it. */
async function copySample(): Promise<void> {
  const sample = join(root, 'sandbox/captures/lund-1.jpg')
  if (existsSync(sample)) await copyFile(sample, join(root, 'public/sample.jpg'))
}

/** Builds all generated files of `public/`. */
export async function buildPublic(): Promise<void> {
  await bundleScript('lib/client/badge/badge-element.ts', 'badge.js')
  await writeFile(join(root, 'public/check.html'), await buildCheckPage())
  await bundleTools(join(root, 'public'), 'cairn-mcp.mjs', { emptyOutDir: false })
  await copyFilesOfPackages()
  await copySample()
  await cp(join(root, 'docs/examples'), join(root, 'public/examples'), { recursive: true, force: true })
}

if (import.meta.main) await buildPublic()
