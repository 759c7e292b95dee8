import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { writeTools } from './describe.ts'

// `npm run mcp:build`: one plain file with everything it needs. CAIRN_URL: the service the package is published for.

const here = import.meta.dirname

writeFileSync(join(here, 'tools.json'), writeTools())
await build({
  root: here,
  configFile: false,
  logLevel: 'warn',
  define: { CAIRN_DEFAULT_URL: JSON.stringify(process.env.CAIRN_URL) ?? 'undefined' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: join(here, 'main.ts'),
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    target: 'node22',
    minify: true,
    rollupOptions: { output: { entryFileNames: 'cairn-mcp.js', codeSplitting: false } },
  },
})
chmodSync(join(here, 'dist/cairn-mcp.js'), 0o755)
