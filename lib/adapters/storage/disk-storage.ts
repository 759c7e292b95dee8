import 'server-only'
import { randomUUID } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasRoom } from '#lib/adapters/has-room'
import { isMissing } from '#lib/adapters/is-missing'
import { fileLink } from '#lib/adapters/storage/file-link'
import { assertKey, NotStored, type Storage } from '#lib/adapters/storage/storage'

/** No key begins with a dot, so files in this folder are never served. */
const incoming = '.incoming'
const abandonedAfterMs = 24 * 3_600_000

/** The settings of a disk store. */
export type DiskStore = {
  folder: string
  /** Public origin of its links. */
  baseUrl: string
  secretKey: string
}

/** Stores files in a local folder that web and worker share. The app serves them. */
export function openDiskStorage({ folder, baseUrl, secretKey }: DiskStore): Storage {
  return {
    put: async ({ key, path }) => {
      const target = pathOf(folder, key)
      await ensureFolder(join(folder, incoming))
      await removeAbandoned(join(folder, incoming))
      // The database may live on the same volume.
      if (!(await hasRoom({ folder, bytes: (await stat(path)).size })))
        throw new Error(`not enough disk space to store ${key}`)
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

/** Returns the path of a stored file and its `stat` result. @throws NotStored */
export async function findStored(at: {
  folder: string
  key: string
}): Promise<{ path: string; stats: BigIntStats }> {
  const { folder, key } = at
  const path = pathOf(folder, key)
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw isNotStored(error) ? new NotStored(key, { cause: error }) : error
  })
  if (!stats.isFile()) throw new NotStored(key)
  return { path, stats }
}

/** The folder of the disk store, in the media folder. */
export function storeFolder(mediaFolder: string): string {
  return join(mediaFolder, 'store')
}

function pathOf(folder: string, key: string): string {
  assertKey(key)
  return join(folder, key)
}

/** A key is also missing if a part of its path is a file. */
function isNotStored(error: unknown): boolean {
  return isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
}

/**
 * Syncs the file before it is renamed: otherwise a power cut could leave a partial file under its final name.
 */
async function makePrivateAndDurable(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Creates a folder that only this user may access, and syncs the parent of each new folder. */
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

/** Removes partial copies after a crash: those older than a day, because no copy takes that long. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}
