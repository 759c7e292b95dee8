import type { HashMessage } from './hash.worker.ts'

/** A file that the browser could not read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/**
 * SHA-256 of a file, computed in a worker on this device; the bytes go nowhere else.
 *
 * @param onProgress bytes hashed so far
 * @returns 64 lower-case hex digits
 * @throws UnreadableFileError, or the signal's reason when it is aborted
 */
export type HashFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (doneBytes: number) => void },
) => Promise<string>

/** Two keep one core busy while the other's file is opened and read; more only fight over the disk. */
export const hashedAtOnce = 2

/** Workers that go from file to file. Callers keep to `hashedAtOnce`. */
export function createHashPool(): { hash: HashFile; close: () => void } {
  const idle: Worker[] = []
  const start = () => new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  const hash: HashFile = (file, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const worker = idle.pop() ?? start()
      const finish = (settle: () => void, isReusable: boolean) => {
        signal.removeEventListener('abort', abort)
        worker.onmessage = null
        worker.onerror = null
        if (isReusable) idle.push(worker)
        else worker.terminate()
        settle()
      }
      // Ended rather than asked to stop: it may be in the midst of a slow read.
      const abort = () => finish(() => reject(signal.reason), false)
      signal.addEventListener('abort', abort)
      worker.onmessage = ({ data }: MessageEvent<HashMessage>) => {
        if ('doneBytes' in data) return onProgress(data.doneBytes)
        const settle =
          'sha256' in data
            ? () => resolve(data.sha256)
            : () => reject(new UnreadableFileError(`The file could not be read. ${data.problem}`))
        finish(settle, true)
      }
      worker.onerror = (event) =>
        finish(
          () => reject(new UnreadableFileError(event.message || 'The hashing worker could not start.')),
          false,
        )
      worker.postMessage(file)
    })
  return { hash, close: () => idle.splice(0).forEach((worker) => void worker.terminate()) }
}
