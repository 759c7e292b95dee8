import type { StatedFacts } from '#lib/domain/proof/stated-facts'
import type { CloserTools } from './look-closer.ts'
import type { Records } from './look-up.ts'

/**
 * SHA-256 of a file, computed on this device.
 *
 * @param onProgress bytes hashed so far
 * @returns 64 lower-case hex digits
 * @throws with a sentence for the reader when the file cannot be read, or the signal's reason when it is aborted
 */
export type HashFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (doneBytes: number) => void },
) => Promise<string>

/** The dependencies of a run, replaced in tests. */
export type RunTools = {
  hash: HashFile
  lookUp: (sha256: readonly string[], signal: AbortSignal) => Promise<Records[]>
  /** @throws the signal's reason */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  now: () => number
  /** Looks closer at those of several files that have no record. If it is absent, they are not examined further. */
  closer?: Omit<CloserTools, 'wait'>
  /**
   * Reads the time and place in those of several files that have a record. `undefined` if they have none. If the function is
   * absent, no metadata is read.
   *
   * @throws if the file or the code that reads it cannot be read
   */
  readStated?: (file: File) => Promise<StatedFacts | undefined>
}
