import { createSHA256 } from 'hash-wasm/dist/sha256.umd.min.js'

/** What is sent to a hashing worker: the slices of a file, one after the other, and its end. */
export type HashOrder = ArrayBuffer | 'end'
/** What it answers: each slice it has hashed, and at the end the hash (64 hex digits); or why there is none. */
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
    post({ problem: error instanceof Error ? error.message : String(error) })
  }
})
