import { readRange } from './remote-file.ts'

/** Length of the record at the end of a ZIP file without a comment, as our archives have it. */
const endBytes = 22
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50
/** Length of a local header before the name of its file. */
export const headerBytes = 30
/** Length of an entry of the directory before the name of its file. */
const entryBytes = 46
/** Flags of our files: the sizes follow the file, because it was packed as a stream, and the name is UTF-8. */
const flags = { sizesFollow: 1 << 3, utf8: 1 << 11 }
/** Length of the checksum and the sizes that follow a file. */
const trailerBytes = 16
const maxDirectoryBytes = 2 ** 20
const maxFileBytes = 8 * 2 ** 20

/** Reads a part of an archive. */
type Read = (from: number, length: number) => Promise<Uint8Array>

/** A file as the directory of an archive lists it. `nameLength` is in bytes. */
export type ArchiveEntry = {
  name: string
  nameLength: number
  at: number
  bytes: number
  isCompressed: boolean
}

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
  const found = await read(entry.at, headerBytes + entry.nameLength + entry.bytes)
  readFileHeader(found, entry)
  const start = headerBytes + entry.nameLength
  return found.slice(start, start + entry.bytes)
}

/**
 * Reads the directory of an archive. Programs that unpack archives look for it in different ways, and read other copies of the same
 * facts. Everything that could make another program see other files is refused: comments, extra fields, and bytes that belong to
 * none of the files.
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
  const [length, directoryAt] = [end.getUint32(12, true), end.getUint32(16, true)]
  const hasComment = end.getUint16(20, true) !== 0
  assertOurs(end.getUint32(0, true) === endSignature && !hasComment)
  if (length > maxDirectoryBytes) throw new Error('the archive has too many files')
  assertOurs(directoryAt + length + endBytes === total)
  const entries = listEntries(await read(directoryAt, length))
  const isOneDisk = end.getUint32(4, true) === 0
  assertOurs(isOneDisk && [8, 10].every((at) => end.getUint16(at, true) === entries.length))
  return { entries, directoryAt }
}

/**
 * Reads the local header of a file in an archive.
 *
 * @param header at least its first 30 bytes
 * @returns the number of bytes that follow the file
 * @throws Error when the header contradicts the directory
 */
export function readFileHeader(header: Uint8Array, { nameLength, bytes }: ArchiveEntry): number {
  const view = viewOf(header)
  const isStreamed = (view.getUint16(6, true) & flags.sizesFollow) !== 0
  const sizes = [18, 22].map((at) => view.getUint32(at, true))
  const hasExtra = view.getUint16(28, true) !== 0
  assertOurs(view.getUint32(0, true) === fileSignature && hasOurFlags(view.getUint16(6, true)))
  assertOurs(view.getUint16(26, true) === nameLength && !hasExtra && view.getUint16(8, true) === 0)
  assertOurs(sizes.every((size) => size === (isStreamed ? 0 : bytes)))
  return isStreamed ? trailerBytes : 0
}

function listEntries(directory: Uint8Array): ArchiveEntry[] {
  const view = viewOf(directory)
  const entries: ArchiveEntry[] = []
  for (let at = 0; at < directory.length; ) {
    assertOurs(at + entryBytes <= directory.length && view.getUint32(at, true) === entrySignature)
    const nameLength = view.getUint16(at + 28, true)
    const [isCompressed, bytes] = [view.getUint16(at + 10, true) !== 0, view.getUint32(at + 24, true)]
    const hasMore = [30, 32].some((more) => view.getUint16(at + more, true) !== 0)
    assertOurs(!hasMore && hasOurFlags(view.getUint16(at + 8, true)))
    assertOurs(isCompressed || view.getUint32(at + 20, true) === bytes)
    const nameAt = at + entryBytes
    entries.push({
      name: new TextDecoder().decode(directory.subarray(nameAt, nameAt + nameLength)),
      nameLength,
      at: view.getUint32(at + 42, true),
      bytes,
      isCompressed,
    })
    at = nameAt + nameLength
  }
  return entries
}

function hasOurFlags(given: number): boolean {
  return (given & ~(flags.sizesFollow | flags.utf8)) === 0
}

function assertOurs(is: boolean): void {
  if (!is) throw new Error('the archive has features that this service does not write')
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
