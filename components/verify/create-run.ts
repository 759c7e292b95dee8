import type { CheckSettings } from '#lib/client/check'
import { CheckRun } from '#lib/client/check-run'
import { createHashPool } from '#lib/client/hash-pool'
import { lookUp } from '#lib/client/look-up'
import type { HashFile, RunTools } from '#lib/client/run-tools'
import { containerKind, mediaKind } from './media-kind.ts'

/** One pool of workers for all runs. */
let hash: HashFile | undefined

/** A run that asks this service. */
export function createRun(settings: CheckSettings): CheckRun {
  hash ??= createHashPool()
  return new CheckRun(settings, { hash, lookUp, wait, now: Date.now, closer, readStated })
}

/** Loaded only when one of several files has no record. */
const closer: RunTools['closer'] = {
  readCredentials: async (file, signal) =>
    (await import('#lib/client/read-credentials')).readFileCredentials(file, signal),
  isDamaged: async (file) =>
    (await import('#lib/client/damaged-file')).isDamagedFile(file, containerKind(file)),
  isOtherContent: async (file) => (await import('#lib/client/other-content')).isOtherContent(file),
  hashPicture: async (file, signal) => {
    const kind = mediaKind(file)
    if (kind === 'file') return 'no_picture'
    const { hashesOfFile, UnreadablePicture } = await import('#lib/client/picture-of-file')
    try {
      return await hashesOfFile(file, kind, signal)
    } catch (error) {
      if (error instanceof UnreadablePicture) return 'unreadable'
      throw error
    }
  },
  findAlike: async (hashes, signal) => (await import('#lib/client/find-likeness')).findAlike(hashes, signal),
}

/** Loaded only when one of several files has a record. */
const readStated: RunTools['readStated'] = async (file) => {
  const kind = mediaKind(file)
  if (kind === 'file') return undefined
  const { loadFactReader } = await import('#lib/client/fact-reader')
  return (await loadFactReader(kind))(file)
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
