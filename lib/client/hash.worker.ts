import { hashSlices } from './hash-slices.ts'

/** Sent to the page: bytes hashed so far, then the hash (64 hex digits) or the reason there is none. */
export type HashMessage = { doneBytes: number } | { sha256: string } | { problem: string }

/** One file at a time; the next is sent when this one is answered. */
addEventListener('message', async (event: MessageEvent<File>) => {
  const post = (message: HashMessage) => postMessage(message)
  try {
    post({ sha256: await hashSlices(event.data, { onProgress: (doneBytes) => post({ doneBytes }) }) })
  } catch (error) {
    post({ problem: error instanceof Error ? error.message : String(error) })
  }
})
