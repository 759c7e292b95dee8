import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleTools } from '../lib/cli/build/bundle-tools.ts'
import { writeTools } from './describe.ts'
import { checkRelease, manifestOf, registryEntryOf } from './release.ts'

// `npm run mcp:build -- --name com.example/cairn --url https://cairn.example`: builds the publishable package in `dist/`: one
// plain file with its dependencies, and the manifests for npm and the registry.

const here = import.meta.dirname
const dist = join(here, 'dist')
const { values } = parseArgs({ options: { name: { type: 'string' }, url: { type: 'string' } } })
const release = checkRelease({ name: values.name, url: values.url ?? (process.env.CAIRN_URL || undefined) })

writeFileSync(join(here, 'tools.json'), writeTools())
await bundleTools(dist, 'cairn-mcp.js', { url: release.url, emptyOutDir: true })
chmodSync(join(dist, 'cairn-mcp.js'), 0o755)
for (const [name, value] of Object.entries({
  'package.json': manifestOf(release),
  'server.json': registryEntryOf(release),
}))
  writeFileSync(join(dist, name), `${JSON.stringify(value, null, 2)}\n`)
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'))
