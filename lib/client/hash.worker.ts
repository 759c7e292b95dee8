import { createSHA256 } from 'hash-wasm/dist/sha256.umd.min.js'

/** Sent to the page: bytes hashed so far, then the hash (64 hex digits) or the reason there is none. */
export type HashMessage = { doneBytes: number } | { sha256: string } | { problem: string }

/** Faster than smaller and larger slices, and the memory used stays at two of them whatever the file's size. */
const sliceBytes = 4 * 1024 * 1024

addEventListener('message', async (event: MessageEvent<File>) => {
  const post = (message: HashMessage) => postMessage(message)
  try {
    const file = event.data
    const read = (start: number) => file.slice(start, start + sliceBytes).arrayBuffer()
    const hasher = await createSHA256()
    hasher.init()
    let next = read(0)
    for (let start = 0; start < file.size; start += sliceBytes) {
      const slice = new Uint8Array(await next)
      // The next slice is read while this one is hashed.
      if (start + sliceBytes < file.size) next = read(start + sliceBytes)
      hasher.update(slice)
      post({ doneBytes: start + slice.length })
    }
    post({ sha256: hasher.digest('hex') })
  } catch (error) {
    post({ problem: error instanceof Error ? error.message : String(error) })
  }
})
