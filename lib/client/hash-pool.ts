import type { HashFile } from './check-run.ts'
import type { HashMessage } from './hash.worker.ts'

/** A file that the browser could not read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/** Hashes files in workers, so that the page stays quick; the bytes go nowhere else. Workers that go from file to file. As many as callers hash files at once. */
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
