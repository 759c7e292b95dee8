import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { hashSlices } from './hash-slices.ts'
import { hashModelArchive, openModelArchive } from './model-archive.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const model = { 'model.glb': 'glTF', 'frames/1.jpg': 'picture', 'README.txt': 'read' }

function manifestOf(files: Record<string, string>): string {
  const listed = Object.entries(files).map(([path, text]) => ({
    ...{ path, bytes: text.length, sha256: sha256(text) },
  }))
  return JSON.stringify({ format: 'cairn-model/1', capture: { sha256: 'ab' }, files: listed })
}

/** Packs files as `packModel` does. */
async function zipOf(entries: [string, string][], { compress = false, name = 'model.zip' } = {}) {
  const archive = new ZipFile()
  for (const [path, text] of entries) archive.addBuffer(Buffer.from(text), path, { compress })
  archive.end()
  const parts: Buffer[] = []
  for await (const part of archive.outputStream) parts.push(part as Buffer)
  return new File([Buffer.concat(parts)], name)
}

const downloadOf = (packed: Record<string, string>, listed: Record<string, string> = model) =>
  zipOf([['manifest.json', manifestOf(listed)], ...Object.entries(packed)])

async function changedIn(file: File) {
  const archive = await openModelArchive(file)
  return await hashModelArchive(archive!, hashSlices, () => {})
}

test('the download of a model has the hash of its manifest, and each file is compared with it', async () => {
  expect(await changedIn(await downloadOf(model))).toEqual({
    sha256: sha256(manifestOf(model)),
    fileCount: 3,
    changedCount: 0,
  })
})

test('a file that was changed, added or removed is counted', async () => {
  const changed = { ...model, 'model.glb': 'GLTF' }
  expect(await changedIn(await downloadOf(changed))).toMatchObject({ changedCount: 1 })
  expect(await changedIn(await downloadOf({ ...model, 'more.txt': 'x' }))).toMatchObject({ changedCount: 1 })
  const { 'model.glb': _, ...rest } = model
  expect(await changedIn(await downloadOf(rest))).toMatchObject({ changedCount: 1 })
})

test('what is not exactly an archive of ours is a file like any other', async () => {
  const entries = Object.entries(model)
  const manifest: [string, string] = ['manifest.json', manifestOf(model)]
  expect(await openModelArchive(await zipOf([manifest, ...entries], { name: 'a.bin' }))).toBeUndefined()
  expect(await openModelArchive(await zipOf([manifest, ...entries], { compress: true }))).toBeUndefined()
  expect(await openModelArchive(await zipOf(entries))).toBeUndefined()
  expect(await openModelArchive(await zipOf([['manifest.json', '{}'], ...entries]))).toBeUndefined()
  expect(await openModelArchive(new File(['PK'], 'model.zip'))).toBeUndefined()
})

test('an archive that other programs may unpack differently is refused', async () => {
  const twice = await zipOf([
    ['manifest.json', manifestOf(model)],
    ...Object.entries(model),
    ['model.glb', 'another'],
  ])
  expect(await openModelArchive(twice)).toBeUndefined()
  const bytes = Buffer.from(await (await downloadOf(model)).arrayBuffer())
  const renamed = Buffer.from(bytes)
  // The name in front of the file, but not the one in the directory.
  renamed.write('novel', renamed.indexOf('model.glbglTF'))
  expect(await openModelArchive(new File([renamed], 'model.zip'))).toBeUndefined()
  const longer = Buffer.concat([Buffer.from('something in front of it'), bytes])
  expect(await openModelArchive(new File([longer], 'model.zip'))).toBeUndefined()
})
