import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Writes over each script that some page loads at its start that its functions are called then: a browser on V8 compiles
 * them while the script comes, in another thread, and does not stop the page for it. Others read a comment.
 * A script that is loaded later keeps to compiling what is called. Run again, it changes nothing.
 * @param distDir What the web build wrote. @returns The scripts' paths below it
 * @throws Error where the build does not say which scripts its pages start with
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
  if (paths.size === rootMainFiles.length) throw new Error('the web build names no scripts of its pages')
  for (const path of paths) {
    const file = join(distDir, path)
    const text = await readFile(file, 'utf8')
    if (!text.startsWith(hint)) await writeFile(file, hint + text)
  }
  return [...paths]
}

/** What the framework wrote of a page is a script that sets one global: pages by name, each with its scripts. */
function startScripts(manifest: string): string[] {
  const scope: { __RSC_MANIFEST?: Record<string, { entryJSFiles?: Record<string, string[]> }> } = {}
  runInNewContext(manifest, { globalThis: scope })
  return Object.values(scope.__RSC_MANIFEST ?? {}).flatMap(({ entryJSFiles }) =>
    Object.values(entryJSFiles ?? {}).flat(),
  )
}
