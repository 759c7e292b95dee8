import { headBytes, mediaTypeOf } from '#lib/domain/film/media-type'
import { askWorker } from './ask-worker.ts'
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
  // A finished copy stays for later calls. An unfinished one is forgotten, so that a later call starts again.
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

async function decode(order: HeifOrder, signal: AbortSignal): Promise<Blob | undefined> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./heif.worker.ts', import.meta.url), { type: 'module' })
  const answer = await askWorker<HeifAnswer>({ worker, message: order, longestMs, signal })
  if (!answer) throw new Error('the picture took too long')
  if ('problem' in answer) throw new Error(answer.problem)
  return 'picture' in answer ? answer.picture : undefined
}
