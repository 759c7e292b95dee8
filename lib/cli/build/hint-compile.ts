import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Adds a compile hint to each script that a page loads at its start. Browsers with V8 then compile all its functions in
 * another thread while the script loads, so that the page is not blocked; other browsers see a comment. Scripts that are
 * loaded later get no hint. Idempotent.
 * @param distDir the output folder of the web build @returns the paths of the scripts below it
 * @throws Error if the build does not list the scripts that its pages start with
 * Source: https://v8.dev/blog/explicit-compile-hints
 */
export async function hintCompile(distDir: string): Promise<string[]> {
  const { rootMainFiles } = JSON.parse(await readFile(join(distDir, 'build-manifest.json'), 'utf8')) as {
    rootMainFiles: string[]
  }
  const paths = new Set(rootMainFiles)
  for (const name of await readdir(join(distDir, 'server/app'), { recursive: true }))
    if (name.endsWith('_client-reference-manifest.js'))
      for (const path of startScripts(await readFile(join(distDir, 'server/app', name), 'utf8')))
        paths.add(path)
  if (paths.size === rootMainFiles.length) throw new Error('the web build lists no scripts of its pages')
  for (const path of paths) {
    const file = join(distDir, path)
    const text = await readFile(file, 'utf8')
    if (!text.startsWith(hint)) await writeFile(file, hint + text)
  }
  return [...paths]
}

/** The compile hint in a built page is a script that sets one global: the scripts of each page, by name. */
function startScripts(manifest: string): string[] {
  const scope: { __RSC_MANIFEST?: Record<string, { entryJSFiles?: Record<string, string[]> }> } = {}
  runInNewContext(manifest, { globalThis: scope })
  return Object.values(scope.__RSC_MANIFEST ?? {}).flatMap(({ entryJSFiles }) =>
    Object.values(entryJSFiles ?? {}).flat(),
  )
}
