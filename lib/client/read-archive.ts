import { readRange } from './remote-file.ts'

/** Length of the record at the end of a ZIP file without a comment, as our archives have it. */
const endBytes = 22
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50
/** Length of a local header before the name of its file. */
export const headerBytes = 30
const maxDirectoryBytes = 2 ** 20
const maxFileBytes = 8 * 2 ** 20
/** Room for the extra field of a file's local header, whose length is only in that header. */
const maxExtraBytes = 1_024

/** Reads a part of an archive. */
type Read = (from: number, length: number) => Promise<Uint8Array>

/** A file as the directory of an archive lists it. */
export type ArchiveEntry = { name: string; at: number; bytes: number; isCompressed: boolean }

/**
 * Reads one file of an uncompressed ZIP archive with range requests, without the rest of the archive.
 *
 * @throws Error when the archive has no such file, or is not written like our archives
 */
export async function readArchiveFile(url: string, name: string, signal: AbortSignal): Promise<Uint8Array> {
  const { total } = await readRange(url, { from: 0, to: 0, signal })
  const read: Read = async (from, length) =>
    (await readRange(url, { from, to: Math.min(total, from + length) - 1, signal })).bytes
  const { entries } = await readDirectory(read, total)
  const entry = entries.find((each) => each.name === name)
  if (!entry || entry.isCompressed || entry.bytes > maxFileBytes) throw new Error(`no ${name} to read`)
  const found = await read(entry.at, headerBytes + name.length + maxExtraBytes + entry.bytes)
  const start = readFileHeader(found).length
  return found.slice(start, start + entry.bytes)
}

/**
 * Reads the directory of an archive.
 *
 * @param total length of the archive
 * @returns the files, and where the directory begins
 * @throws Error when it is not written like our archives
 */
export async function readDirectory(
  read: Read,
  total: number,
): Promise<{ entries: ArchiveEntry[]; directoryAt: number }> {
  const end = viewOf(await read(total - endBytes, endBytes))
  if (end.getUint32(0, true) !== endSignature) throw new Error('not an archive of ours')
  const [length, directoryAt] = [end.getUint32(12, true), end.getUint32(16, true)]
  if (length > maxDirectoryBytes) throw new Error('the archive has too many files')
  if (directoryAt + length + endBytes !== total) throw new Error('not an archive of ours')
  return { entries: listEntries(await read(directoryAt, length)), directoryAt }
}

/**
 * Reads the local header of a file in an archive.
 *
 * @param header at least its first 30 bytes
 * @returns the lengths of the header and of the name that it ends with, before its extra field
 */
export function readFileHeader(header: Uint8Array): { length: number; nameLength: number } {
  const view = viewOf(header)
  if (view.getUint32(0, true) !== fileSignature) throw new Error('not an archive of ours')
  const nameLength = view.getUint16(26, true)
  return { nameLength, length: headerBytes + nameLength + view.getUint16(28, true) }
}

function listEntries(directory: Uint8Array): ArchiveEntry[] {
  const view = viewOf(directory)
  const entries: ArchiveEntry[] = []
  for (let at = 0; at + 46 <= directory.length && view.getUint32(at, true) === entrySignature; ) {
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      name: new TextDecoder().decode(directory.subarray(at + 46, at + 46 + nameLength)),
      at: view.getUint32(at + 42, true),
      bytes: view.getUint32(at + 24, true),
      isCompressed: view.getUint16(at + 10, true) !== 0,
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
