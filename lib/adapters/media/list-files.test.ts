import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '#lib/adapters/media/list-files'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-list-'))
  mkdirSync(join(root, 'b/deep'), { recursive: true })
  mkdirSync(join(root, '.trash'))
  for (const name of ['z.jpg', 'a.jpg', 'b/c.jpg', 'b/deep/d.jpg', '.hidden.jpg', '.trash/e.jpg'])
    writeFileSync(join(root, name), name)
  symlinkSync(root, join(root, 'b/deep/up'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync(join(root, 'nowhere.jpg'), join(root, 'broken.jpg'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a folder is walked in order of names, hidden files are counted, and circular links end', async () => {
  const listing = await listFiles([root])
  expect(listing.files).toEqual(
    ['a.jpg', 'b/c.jpg', 'b/deep/d.jpg', 'z.jpg'].map((name) => ({ path: join(root, name), named: false })),
  )
  expect(listing.hidden).toBe(2)
})

test('broken links and nonexistent paths are reported with their cause', async () => {
  const listing = await listFiles([root, join(root, 'missing.jpg')])
  expect(listing.unreadable.map(({ path, cause }) => [path, (cause as NodeJS.ErrnoException).code])).toEqual([
    [join(root, 'broken.jpg'), 'ENOENT'],
    [join(root, 'loop'), 'ELOOP'],
    [join(root, 'missing.jpg'), 'ENOENT'],
  ])
})

test('an explicitly named file is listed as named, even if it is hidden', async () => {
  const path = join(root, '.hidden.jpg')
  expect((await listFiles([path])).files).toEqual([{ path, named: true }])
})
