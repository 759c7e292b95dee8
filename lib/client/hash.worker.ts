import { createSHA256 } from 'hash-wasm/dist/sha256.umd.min.js'
import { errorMessage } from '#lib/domain/text/error-message'

/** Messages to a hashing worker: the slices of a file in order, then its end. */
export type HashOrder = ArrayBuffer | 'end'
/** Messages from the worker: each hashed slice, then the hash (64 hex digits) or an error. */
export type HashAnswer = 'hashed' | { sha256: string } | { problem: string }

const hasher = createSHA256().then((one) => one.init())

addEventListener('message', async ({ data }: MessageEvent<HashOrder>) => {
  const post = (answer: HashAnswer) => postMessage(answer)
  try {
    const sha256 = await hasher
    if (data !== 'end') {
      sha256.update(new Uint8Array(data))
      return post('hashed')
    }
    post({ sha256: sha256.digest('hex') })
    // The next message begins another file.
    sha256.init()
  } catch (error) {
    post({ problem: errorMessage(error) })
  }
})
