import { z } from 'zod'
import { headerBytes, readDirectory, readFileHeader } from './read-archive.ts'

const manifestName = 'manifest.json'
const maxManifestBytes = 2 ** 20

const manifestSchema = z.object({
  format: z.literal('cairn-model/1'),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
})

/** The download of a model: its manifest, whose hash is attested, and the files that the manifest should list. */
export type ModelArchive = {
  manifest: File
  files: File[]
  listed: z.output<typeof manifestSchema>['files']
}

type OnProgress = (doneBytes: number) => void

/**
 * Opens a ZIP file as the download of a model; `undefined` if it is something else and is checked like any other file.
 *
 * Programs that unpack archives disagree about damaged ones, so it must be written exactly like ours: each file once, uncompressed, and
 * nothing between them that another program could find.
 */
export async function openModelArchive(file: File): Promise<ModelArchive | undefined> {
  if (!/\.zip$/i.test(file.name)) return undefined
  try {
    return await open(file)
  } catch {
    return undefined
  }
}

/**
 * Hashes the files of a model's download.
 *
 * @returns the hash of the manifest, the number of the other files, and how many of them are not as the manifest lists them
 */
export async function hashModelArchive(
  { manifest, files, listed }: ModelArchive,
  hash: (file: File, options: { onProgress: OnProgress }) => Promise<string>,
  onProgress: OnProgress,
): Promise<{ sha256: string; fileCount: number; changedCount: number }> {
  let doneBytes = 0
  const hashNext = async (file: File) => {
    const sha256 = await hash(file, { onProgress: (bytes) => onProgress(doneBytes + bytes) })
    doneBytes += file.size
    return sha256
  }
  const sha256 = await hashNext(manifest)
  const missing = new Map(listed.map((each) => [each.path, each]))
  let changedCount = 0
  for (const file of files) {
    const expected = missing.get(file.name)
    missing.delete(file.name)
    if (!expected || expected.bytes !== file.size || expected.sha256 !== (await hashNext(file)))
      changedCount++
  }
  return { sha256, fileCount: files.length, changedCount: changedCount + missing.size }
}

async function open(file: File): Promise<ModelArchive | undefined> {
  const read = async (from: number, length: number) =>
    new Uint8Array(await file.slice(from, from + length).arrayBuffer())
  const { entries, directoryAt } = await readDirectory(read, file.size)
  const files = new Map<string, File>()
  let end = 0
  for (const entry of entries.toSorted((one, other) => one.at - other.at)) {
    const { name, nameLength, at, bytes, isCompressed } = entry
    if (at !== end || isCompressed || files.has(name)) return undefined
    const start = at + headerBytes + nameLength
    const trailer = readFileHeader(await read(at, headerBytes), entry)
    if (new TextDecoder().decode(await read(at + headerBytes, nameLength)) !== name) return undefined
    files.set(name, new File([file.slice(start, start + bytes)], name))
    end = start + bytes + trailer
  }
  const manifest = files.get(manifestName)
  if (end !== directoryAt || !manifest || manifest.size > maxManifestBytes) return undefined
  files.delete(manifestName)
  const { files: listed } = manifestSchema.parse(JSON.parse(await manifest.text()))
  return { manifest, files: [...files.values()], listed }
}
