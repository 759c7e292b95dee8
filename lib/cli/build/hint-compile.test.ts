import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hintCompile } from '#lib/cli/build/hint-compile'

const hinted = '//# allFunctionsCalledOnLoad\n'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-hint-'))
  await mkdir(join(folder, 'server/app/(group)/trees'), { recursive: true })
  await mkdir(join(folder, 'static'))
  for (const name of ['main', 'layout', 'page', 'later']) await writeFile(script(name), `${name}()`)
  await writeFile(join(folder, 'build-manifest.json'), JSON.stringify({ rootMainFiles: ['static/main.js'] }))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const script = (name: string) => join(folder, `static/${name}.js`)
const read = (name: string) => readFile(script(name), 'utf8')
const writeManifest = (entryJSFiles: object) =>
  writeFile(
    join(folder, 'server/app/(group)/trees/page_client-reference-manifest.js'),
    `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["/trees/page"] = ${JSON.stringify({ entryJSFiles })};`,
  )

describe('hintCompile', () => {
  it('marks what pages start with and nothing that they load later', async () => {
    await writeManifest({ layout: ['static/layout.js'], page: ['static/layout.js', 'static/page.js'] })
    expect((await hintCompile(folder)).sort()).toEqual([
      'static/layout.js',
      'static/main.js',
      'static/page.js',
    ])
    expect(await read('main')).toBe(`${hinted}main()`)
    expect(await read('layout')).toBe(`${hinted}layout()`)
    expect(await read('page')).toBe(`${hinted}page()`)
    expect(await read('later')).toBe('later()')
  })

  it('marks a script once, also if it runs several times', async () => {
    await writeManifest({ page: ['static/page.js'] })
    await hintCompile(folder)
    await hintCompile(folder)
    expect(await read('page')).toBe(`${hinted}page()`)
  })

  it('refuses a build that does not say what its pages start with', async () => {
    await writeManifest({})
    await expect(hintCompile(folder)).rejects.toThrow('the web build lists no scripts of its pages')
  })
})
