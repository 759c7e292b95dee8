import 'server-only'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from '#lib/adapters/storage/storage'

/** Keeps files in a folder of this machine. */
export function openDiskStorage({ folder }: { folder: string }): Omit<Storage, 'signGet'> {
  const pathOf = (key: string) => join(folder, key)
  return {
    put: async ({ key, path }) => {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true })
      // Beside its place first, so that nobody ever reads half a file.
      const beside = `${target}.${randomUUID()}`
      await copyFile(path, beside)
      await rename(beside, target)
    },
    withLocal: (key, use) => use(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
