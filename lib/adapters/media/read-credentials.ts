import 'server-only'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isOfFile } from '#lib/adapters/media/read-files'
import { limitCpu, runTool } from '#lib/adapters/media/run-tool'
import { columnCount, rowCount } from '#lib/domain/geo/geohash'
import { mayHaveCredentials } from '#lib/domain/proof/credential-mark'
import type { TrustAnchors } from '#lib/domain/proof/credential-settings'
import {
  aiUses,
  type Credentials,
  credentialStates,
  editKinds,
  noCredentials,
  notValidated,
} from '#lib/domain/proof/credentials'
import { trustAnchors } from '#lib/domain/proof/trust-list'

const main = join(import.meta.dirname, 'reader/credentials.ts')
const anchorsFile = 'trust-anchors.json'

/** Reading and hashing takes up to 22 s of CPU time for a gigabyte on a core that other work keeps busy; starting takes 0.3 s. */
const cpuSecondsAtLeast = 10
const cpuSecondsPerGigabyte = 60
/** The library hashes a film in two buffers of 256 MB. */
const memoryBytes = 1_500_000_000

const name = z.string().max(80).nullable()
const seconds = z.int().min(-1e11).max(1e11).nullable()
const line = z.object({
  name: z.string(),
  credentials: z.object({
    state: z.enum(credentialStates),
    signer: name,
    signedAt: seconds,
    generator: z.string().max(200).nullable(),
    aiUse: z.enum(aiUses).nullable(),
    edits: z.array(z.enum(editKinds)).max(editKinds.length),
    capturedAt: seconds,
    cell: z
      .int()
      .min(0)
      .max(rowCount * columnCount - 1)
      .nullable(),
  }),
})

/**
 * Validates the Content Credentials (C2PA) of files with a sandboxed program that has no network. The files are read in pieces and
 * never changed. Files that crash the program or exceed its limits are reported as "could not be validated". The program is started
 * only for files with the mark of Content Credentials.
 *
 * @param input.folder absolute path of a private folder; `names` are copies in it
 * @param input.anchors the pinned trust lists unless given
 * @throws only when it is aborted, or when the program cannot run on this machine
 */
export async function readCredentials(input: {
  folder: string
  names: readonly string[]
  anchors?: TrustAnchors
  signal?: AbortSignal | undefined
}): Promise<Map<string, Credentials>> {
  const { folder, names, anchors = trustAnchors, signal } = input
  const read = new Map<string, Credentials>()
  for (const one of names) if (!(await mayHaveSome(join(folder, one)))) read.set(one, noCredentials)
  let left = names.filter((one) => !read.has(one))
  if (left.length > 0) await writeFile(join(folder, anchorsFile), JSON.stringify(anchors))
  while (left.length > 0) {
    const sizes = await Promise.all(left.map(async (one) => (await stat(join(folder, one))).size))
    const gigabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e9
    const cpuSeconds = Math.ceil(cpuSecondsAtLeast + cpuSecondsPerGigabyte * gigabytes)
    try {
      await runTool({
        tool: 'node',
        args: ['--conditions=react-server', main, anchorsFile, ...left],
        folder,
        limits: { ...limitCpu(cpuSeconds), memoryBytes, fileBytes: 0 },
        signal,
        onLine: (text) => {
          const said = line.parse(JSON.parse(text))
          if (names.includes(said.name)) read.set(said.name, said.credentials)
        },
      })
    } catch (error) {
      if (!isOfFile(error)) throw error
    }
    // The files are read in order, so the first one without a result ended the program.
    const broken = left.find((one) => !read.has(one))
    if (broken !== undefined) read.set(broken, notValidated)
    left = left.filter((one) => !read.has(one))
  }
  return read
}

/** True also for a file that cannot be read. */
async function mayHaveSome(path: string): Promise<boolean> {
  try {
    const { size } = await stat(path)
    return await mayHaveCredentials(size, createReadStream(path, { highWaterMark: 2 ** 20 }))
  } catch {
    return true
  }
}
