import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { buildCheckPage } from '#lib/cli/build/build-check-page'
import { bundleTools } from '#lib/cli/build/bundle-tools'

// Stand-alone files in `public/`: the badge and the check page, bundled from the same code that the pages run, the tools for agents, and the example programs.

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

/** Builds all generated files of `public/`. */
export async function buildPublic(): Promise<void> {
  await bundleScript('lib/client/badge/badge-element.ts', 'badge.js')
  await writeFile(join(root, 'public/check.html'), await buildCheckPage())
  await bundleTools(join(root, 'public'), 'cairn-mcp.mjs', { emptyOutDir: false })
  await cp(join(root, 'docs/examples'), join(root, 'public/examples'), { recursive: true, force: true })
}

if (import.meta.main) await buildPublic()
