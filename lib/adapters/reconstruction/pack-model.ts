import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { isObject, parseJson } from '#lib/domain/text/json'
import { ModelUnusable } from './check-glb.ts'

/** The film that a model is made from, as named in the manifest. */
export type Lineage = { captureSha256: string; submissionId: string; bountyId: string }

/** A file in the archive. */
type PackedFile = { path: string; bytes: number; sha256: string }

/**
 * Connects a model to its film; the SHA-256 of the manifest is attested. It lists every other file of the
 * archive, and contains no times, so that packing the same files again gives the same bytes.
 */
export type Manifest = {
  format: 'cairn-model/1'
  capture: { sha256: string }
  submission_id: string
  bounty_id: string
  /** engine.json: the engine's name, the versions of its tools, its settings and measurements. */
  engine: Record<string, unknown>
  files: PackedFile[]
}

const splatsName = 'splats.spz'
const maxFiles = 1_000
const maxTotalBytes = 2 * 2 ** 30
const maxEngineBytes = 256 * 1024
/** Constant options, so that equal files give an equal archive. */
const entryOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644, compress: false }

/**
 * Writes `model.zip` to an engine's output folder. It contains the manifest, `model.glb`, the splats and the files in `package/`. The archive is
 * not compressed, because pictures and textures already are.
 *
 * @param splats path of the splats; `undefined` if the engine made none
 * @throws ModelUnusable when the folder contains a file that is not a regular one, or too many or too large
 * files
 */
export async function packModel({
  out,
  splats,
  lineage,
}: {
  out: string
  splats?: string | undefined
  lineage: Lineage
}): Promise<{ zip: string; manifestSha256: string }> {
  const sources = [
    { path: 'model.glb', source: join(out, 'model.glb') },
    ...(splats === undefined ? [] : [{ path: splatsName, source: splats }]),
    ...(await listPackage(out)),
  ]
  const files: PackedFile[] = []
  for (const { path, source } of sources) files.push({ path, ...(await digest(source)) })
  const manifest: Manifest = {
    format: 'cairn-model/1',
    capture: { sha256: lineage.captureSha256 },
    submission_id: lineage.submissionId,
    bounty_id: lineage.bountyId,
    engine: await readEngine(out),
    files,
  }
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, 'utf8')

  const zip = join(out, 'model.zip')
  const archive = new ZipFile()
  const packed = pipeline(archive.outputStream, createWriteStream(zip))
  archive.once('error', (error: Error) => (archive.outputStream as Readable).destroy(error))
  archive.addBuffer(bytes, 'manifest.json', entryOptions)
  for (const { path, source } of sources) archive.addFile(source, path, entryOptions)
  archive.end()
  await packed
  return { zip, manifestSha256: createHash('sha256').update(bytes).digest('hex') }
}

async function listPackage(out: string): Promise<{ path: string; source: string }[]> {
  const folder = join(out, 'package')
  const here = await lstat(folder).catch(() => undefined)
  if (!here) return []
  if (!here.isDirectory()) throw new ModelUnusable('package/ is not a folder')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: { path: string; source: string }[] = []
  let total = 0
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const source = join(entry.parentPath, entry.name)
    // A symbolic link could point to any file of this machine.
    if (!entry.isFile()) throw new ModelUnusable(`${source} is not a regular file`)
    total += (await lstat(source)).size
    found.push({ path: source.slice(folder.length + 1).replaceAll('\\', '/'), source })
  }
  if (found.length > maxFiles || total > maxTotalBytes)
    throw new ModelUnusable('package/ has too many files or bytes')
  const taken = found.find(({ path }) => ['model.glb', splatsName, 'manifest.json'].includes(path))
  if (taken) throw new ModelUnusable(`package/${taken.path} has a reserved name`)
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}

async function digest(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function readEngine(out: string): Promise<Record<string, unknown>> {
  const path = join(out, 'engine.json')
  const found = await lstat(path).catch(() => undefined)
  if (!found) return {}
  if (!found.isFile() || found.size > maxEngineBytes)
    throw new ModelUnusable('engine.json is not a regular file of at most 256 KiB')
  const said = parseJson(await readFile(path, 'utf8'))
  if (!isObject(said)) throw new ModelUnusable('engine.json is not a JSON object')
  return said
}
