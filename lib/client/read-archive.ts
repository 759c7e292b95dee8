import { readRange } from './remote-file.ts'

/** Length of the record at the end of a ZIP file without a comment, as our archives have it. */
const endBytes = 22
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50
const maxDirectoryBytes = 2 ** 20
const maxFileBytes = 8 * 2 ** 20
/** Room for the extra field of a file's local header, whose length is only in that header. */
const maxExtraBytes = 1_024

/**
 * Reads one file of an uncompressed ZIP archive with range requests, without the rest of the archive.
 *
 * @throws Error when the archive has no such file, or is not written like our archives
 */
export async function readArchiveFile(url: string, name: string, signal: AbortSignal): Promise<Uint8Array> {
  const { total } = await readRange(url, { from: 0, to: 0, signal })
  const read = async (from: number, length: number) =>
    (await readRange(url, { from, to: Math.min(total, from + length) - 1, signal })).bytes
  const end = viewOf(await read(total - endBytes, endBytes))
  if (end.getUint32(0, true) !== endSignature) throw new Error('not an archive of ours')
  const [length, at] = [end.getUint32(12, true), end.getUint32(16, true)]
  if (length > maxDirectoryBytes) throw new Error('the archive has too many files')
  const entry = findEntry(await read(at, length), name)
  if (!entry || entry.isCompressed || entry.bytes > maxFileBytes) throw new Error(`no ${name} to read`)
  const found = await read(entry.at, 30 + name.length + maxExtraBytes + entry.bytes)
  const header = viewOf(found)
  if (header.getUint32(0, true) !== fileSignature) throw new Error('not an archive of ours')
  const start = 30 + header.getUint16(26, true) + header.getUint16(28, true)
  return found.slice(start, start + entry.bytes)
}

type Entry = { at: number; bytes: number; isCompressed: boolean }

function findEntry(directory: Uint8Array, name: string): Entry | undefined {
  const view = viewOf(directory)
  for (let at = 0; at + 46 <= directory.length && view.getUint32(at, true) === entrySignature; ) {
    const nameLength = view.getUint16(at + 28, true)
    const found = new TextDecoder().decode(directory.subarray(at + 46, at + 46 + nameLength))
    if (found === name)
      return {
        at: view.getUint32(at + 42, true),
        bytes: view.getUint32(at + 24, true),
        isCompressed: view.getUint16(at + 10, true) !== 0,
      }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return undefined
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
