import type { HashAnswer, HashOrder } from './hash.worker.ts'
import { readSlices, UnreadableFileError } from './read-slices.ts'
import type { HashFile } from './run-tools.ts'

/** The number of slices that are queued at a worker while it hashes one. */
const slicesAhead = 1

/**
 * Hashes files in workers, one for each file that callers hash at the same time. The bytes go nowhere else.
 *
 * The page reads the files asynchronously, and transfers each slice to the worker without a copy. A worker that reads its own file could
 * not receive the next slice while it hashes one.
 */
export function createHashPool(): HashFile {
  const idle: Worker[] = []
  const start = () => new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  return async (file, { signal, onProgress }) => {
    signal.throwIfAborted()
    const worker = idle.pop() ?? start()
    try {
      const sha256 = await hashIn(worker, file, { signal, onProgress })
      idle.push(worker)
      return sha256
    } catch (error) {
      // The worker may be in the middle of another file.
      worker.terminate()
      throw error
    }
  }
}

async function hashIn(
  worker: Worker,
  file: Blob,
  { signal, onProgress }: Parameters<HashFile>[1],
): Promise<string> {
  const answer = answersOf(worker, signal)
  const send = (order: HashOrder) => worker.postMessage(order, order === 'end' ? [] : [order])
  const sizes: number[] = []
  let doneBytes = 0
  const oneHashed = async () => {
    await answer()
    doneBytes += sizes.shift()!
    onProgress(doneBytes)
  }
  for await (const slice of readSlices(file, signal)) {
    sizes.push(slice.byteLength)
    send(slice)
    if (sizes.length > slicesAhead) await oneHashed()
  }
  while (sizes.length > 0) await oneHashed()
  send('end')
  const last = await answer()
  if (last === 'hashed') throw new Error('a hashing worker answered out of turn')
  return last.sha256
}

type Answered = Exclude<HashAnswer, { problem: string }>

/** Returns the answers of a worker, one per call. @throws the signal's reason, or UnreadableFileError when the worker fails */
function answersOf(worker: Worker, signal: AbortSignal): () => Promise<Answered> {
  const answers: Answered[] = []
  let failure: unknown
  let wake = () => {}
  worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
    if (typeof data === 'object' && 'problem' in data)
      failure = new UnreadableFileError(`The file could not be hashed here. ${data.problem}`)
    else answers.push(data)
    wake()
  }
  worker.onerror = ({ message }) => {
    failure = new UnreadableFileError(message || 'The hashing worker could not start.')
    wake()
  }
  signal.addEventListener('abort', () => wake(), { once: true })
  return async () => {
    while (answers.length === 0) {
      signal.throwIfAborted()
      if (failure !== undefined) throw failure
      await new Promise<void>((done) => {
        wake = done
      })
    }
    return answers.shift()!
  }
}
