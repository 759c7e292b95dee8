import { join } from 'node:path'
import { build } from 'vite'

const tools = join(import.meta.dirname, '../../../mcp')

/**
 * Bundles the tools for agents (`mcp/main.ts`) into one plain file with its dependencies, for Node 22 and later.
 *
 * @param url origin of the service that is used if `CAIRN_URL` is not set; absent: `CAIRN_URL` is required
 * @param emptyOutDir true if other files of the folder are deleted
 */
export async function bundleTools(
  outDir: string,
  fileName: string,
  { url, emptyOutDir }: { url?: string | undefined; emptyOutDir: boolean },
): Promise<void> {
  await build({
    root: tools,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { CAIRN_DEFAULT_URL: JSON.stringify(url) ?? 'undefined' },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(tools, 'main.ts'),
      outDir,
      emptyOutDir,
      target: 'node22',
      minify: true,
      rollupOptions: { output: { entryFileNames: fileName, codeSplitting: false } },
    },
  })
}
