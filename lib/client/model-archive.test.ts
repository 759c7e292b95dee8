import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { hashSlices } from './hash-slices.ts'
import { hashModelArchive, openModelArchive } from './model-archive.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const model = { 'model.glb': 'glTF', 'frames/1.jpg': 'picture', 'README.txt': 'read' }

function manifestOf(files: Record<string, string>): string {
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: text.length,
    sha256: sha256(text),
  }))
  return JSON.stringify({ format: 'cairn-model/1', capture: { sha256: 'ab' }, files: listed })
}

/** Packs files as `packModel` does: the manifest from memory, and the others as streams, whose sizes follow them. */
async function zipOf(entries: [string, string][], { compress = false, name = 'model.zip' } = {}) {
  const archive = new ZipFile()
  const options = { compress, forceDosTimestamp: true }
  for (const [path, text] of entries)
    if (path === 'manifest.json') archive.addBuffer(Buffer.from(text), path, options)
    else archive.addReadStream(Readable.from([Buffer.from(text)]), path, options)
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

test('a download of which other programs would unpack the files of a hidden archive is refused', async () => {
  const bytes = Buffer.from(await (await downloadOf(model)).arrayBuffer())
  const other = Buffer.from(await (await downloadOf({ ...model, 'model.glb': 'GLTF' })).arrayBuffer())
  expect(await openModelArchive(new File([withHidden(bytes, other)], 'model.zip'))).toBeUndefined()
})

test.each<[field: string, from: 'end' | 'directory' | 'file', at: number, value: number]>([
  ['the length of a comment', 'end', 20, 1],
  ['the number of files', 'end', 10, 3],
  ['the size of the packed file', 'directory', 20, 5],
  ['the flags', 'directory', 8, 0x801],
  ['the length of the comment of a file', 'directory', 32, 1],
  ['the method', 'file', 8, 8],
  ['the size', 'file', 22, 5],
  ['the length of an extra field', 'file', 28, 4],
])('a download with another value for %s is refused', async (_, from, at, value) => {
  const bytes = Buffer.from(await (await downloadOf(model)).arrayBuffer())
  const starts = {
    end: bytes.length - 22,
    directory: bytes.lastIndexOf('model.glb') - 46,
    file: bytes.indexOf('model.glbglTF') - 30,
  }
  bytes.writeUInt16LE(value, starts[from] + at)
  expect(await openModelArchive(new File([bytes], 'model.zip'))).toBeUndefined()
})

/** Puts an archive between the directory of another one and its end, with the records of ZIP64 by which programs find the hidden directory. */
function withHidden(bytes: Buffer, hidden: Buffer): Buffer<ArrayBuffer> {
  const [end, start] = [Buffer.from(bytes.subarray(-22)), bytes.length - 22]
  const [directoryAt, count] = [
    hidden.readUInt32LE(hidden.length - 6),
    hidden.readUInt16LE(hidden.length - 12),
  ]
  const moved = Buffer.from(hidden.subarray(0, -22))
  for (let at = directoryAt; at < moved.length; at += 46 + moved.readUInt16LE(at + 28))
    moved.writeUInt32LE(moved.readUInt32LE(at + 42) + start, at + 42)
  const records = Buffer.alloc(76)
  records.writeUInt32LE(0x06064b50, 0)
  records.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) records.writeBigUInt64LE(BigInt(count), at)
  records.writeBigUInt64LE(BigInt(moved.length - directoryAt), 40)
  records.writeBigUInt64LE(BigInt(start + directoryAt), 48)
  records.writeUInt32LE(0x07064b50, 56)
  records.writeBigUInt64LE(BigInt(start + moved.length), 64)
  records.writeUInt32LE(1, 72)
  end.writeUInt32LE(end.readUInt32LE(12) + moved.length + records.length, 12)
  return Buffer.concat([bytes.subarray(0, -22), moved, records, end])
}
