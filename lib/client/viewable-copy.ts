import { headBytes, mediaTypeOf } from '#lib/domain/film/media-type'
import type { HeifAnswer, HeifOrder } from './heif.worker.ts'

/** 200 megapixels take 20 s on a slow machine; a hostile file could take forever. */
const longestMs = 60_000

const copies = new WeakMap<Blob, Promise<Blob | undefined>>()

/**
 * A JPEG of a HEIF photograph, as phones take them, for browsers that cannot show it. It is decoded on this device, once.
 *
 * @returns `undefined` for files of other kinds, and for those that cannot be decoded
 */
export function viewableCopy(file: Blob): Promise<Blob | undefined> {
  const copy = copies.get(file) ?? make(file)
  copies.set(file, copy)
  return copy
}

async function make(file: Blob): Promise<Blob | undefined> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  return mediaTypeOf(head) === 'image/heif' ? decode({ file }) : undefined
}

/** Each file has its own worker, because memory of WebAssembly is freed only when the worker ends. */
async function decode(order: HeifOrder): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./heif.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<Blob | undefined>()
  const timer = setTimeout(() => resolve(undefined), longestMs)
  worker.onmessage = ({ data }: MessageEvent<HeifAnswer>) =>
    resolve('picture' in data ? data.picture : undefined)
  worker.onerror = () => resolve(undefined)
  worker.postMessage(order)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
