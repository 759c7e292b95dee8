import { headBytes, mediaTypeOf } from '#lib/domain/film/media-type'
import type { HeifAnswer, HeifOrder } from './heif.worker.ts'

/** The largest photographs take some seconds on a slow machine; a hostile file could take forever. */
const longestMs = 120_000

type Copy = { result: Promise<Blob | undefined>; stop: AbortController; waiting: number }
const copies = new WeakMap<Blob, Copy>()
let last: Promise<unknown> = Promise.resolve()

/**
 * A JPEG of a HEIF photograph, as phones take them, for browsers that cannot show it. It is decoded on this device, once for all who ask,
 * and one photograph at a time, because a large one takes hundreds of megabytes. When nobody waits for it any more its decoding ends.
 *
 * @returns `undefined` for files of other kinds, and for those that are too large or cannot be decoded
 * @throws the signal's reason, or an error when it could not be tried; the next call tries again
 */
export async function viewableCopy(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  signal.throwIfAborted()
  const copy = copies.get(file) ?? begin(file)
  copy.waiting += 1
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([copy.result, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
    copy.waiting -= 1
    if (copy.waiting === 0) copy.stop.abort(new Error('nobody waits for the picture'))
  }
}

function begin(file: Blob): Copy {
  const stop = new AbortController()
  const result = make(file, stop.signal)
  const copy = { result, stop, waiting: 0 }
  copies.set(file, copy)
  const forget = () => copies.get(file) === copy && copies.delete(file)
  let isMade = false
  result.then(() => {
    isMade = true
  }, forget)
  // Whoever asks again gets a copy that was made, but not one whose making is being ended.
  stop.signal.addEventListener('abort', () => !isMade && forget())
  return copy
}

async function make(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (mediaTypeOf(head) !== 'image/heif') return undefined
  const turn = last.catch(() => undefined).then(() => decode({ file }, signal))
  last = turn
  return turn
}

/** Each file has its own worker, because memory of WebAssembly is freed only when the worker ends. */
async function decode(order: HeifOrder, signal: AbortSignal): Promise<Blob | undefined> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./heif.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Blob | undefined>()
  const abort = () => reject(signal.reason)
  const timer = setTimeout(() => reject(new Error('the picture took too long')), longestMs)
  signal.addEventListener('abort', abort, { once: true })
  worker.onmessage = ({ data }: MessageEvent<HeifAnswer>) => {
    if ('problem' in data) reject(new Error(data.problem))
    else resolve('picture' in data ? data.picture : undefined)
  }
  worker.onerror = ({ message }) => reject(new Error(message || 'the worker could not start'))
  worker.postMessage(order)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}
