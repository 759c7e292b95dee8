import 'server-only'
import { randomUUID } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasRoom } from '#lib/adapters/has-room'
import { fileLink } from '#lib/adapters/storage/file-link'
import { assertKey, NotStored, type Storage } from '#lib/adapters/storage/storage'

/** No key begins with a dot: nothing under here is ever served. */
const incoming = '.incoming'
const abandonedAfterMs = 24 * 3_600_000

/** Where the disk store keeps its files. */
export type DiskStore = {
  folder: string
  /** Public origin that its links start with. */
  baseUrl: string
  secretKey: string
}

/** Keeps files in a folder of this machine, which web and worker share; we serve them ourselves. */
export function openDiskStorage({ folder, baseUrl, secretKey }: DiskStore): Storage {
  return {
    put: async ({ key, path }) => {
      const target = pathOf(folder, key)
      await ensureFolder(join(folder, incoming))
      await removeAbandoned(join(folder, incoming))
      // The database may live on the same volume.
      if (!(await hasRoom({ folder, bytes: (await stat(path)).size })))
        throw new Error(`there is no room in the store for ${key}`)
      const copy = join(folder, incoming, randomUUID())
      try {
        await copyFile(path, copy, constants.COPYFILE_FICLONE)
        await makePrivateAndDurable(copy)
        await ensureFolder(dirname(target))
        await rename(copy, target)
        await syncFolder(dirname(target))
      } catch (error) {
        await rm(copy, { force: true })
        throw error
      }
    },
    withLocal: async (key, use) => {
      const { path } = await findStored({ folder, key })
      return use(path)
    },
    remove: async (key) => {
      await rm(pathOf(folder, key), { force: true })
    },
    signGet: async ({ key, served, now }) => {
      assertKey(key)
      return `${baseUrl}${fileLink({ secretKey, key, served, now })}`
    },
  }
}

/** Where a stored file is, and what the file system says of it. @throws NotStored */
export async function findStored(at: {
  folder: string
  key: string
}): Promise<{ path: string; stats: BigIntStats }> {
  const { folder, key } = at
  const path = pathOf(folder, key)
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw isMissing(error) ? new NotStored(key, { cause: error }) : error
  })
  if (!stats.isFile()) throw new NotStored(key)
  return { path, stats }
}

/** Where the files are, below the folder for everything of media. */
export function storeFolder(mediaFolder: string): string {
  return join(mediaFolder, 'store')
}

function pathOf(folder: string, key: string): string {
  assertKey(key)
  return join(folder, key)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** The bytes reach the disk before the name does: otherwise a power cut could leave a whole name on half a file. */
async function makePrivateAndDurable(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a folder that only we may enter, each new one written down in the folder above it. */
async function ensureFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What a crash left half copied. Nobody copies for a day. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}
