import 'server-only'
import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 256 * 2 ** 10

/**
 * Bytes `first` to `last` of an open file, one at least, read piece by piece as they are asked for. The file is closed with the last of
 * them, on an error, when the reader goes away, and when the request ends without the answer ever being read.
 */
export function streamFile(args: {
  file: FileHandle
  first: number
  last: number
  signal: AbortSignal
}): ReadableStream<Uint8Array> {
  const { file, first, last, signal } = args
  let at = first
  const close = async () => {
    signal.removeEventListener('abort', closeQuietly)
    await file.close()
  }
  const closeQuietly = () => void close().catch(() => {})
  signal.addEventListener('abort', closeQuietly)
  if (signal.aborted) closeQuietly()

  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const wanted = Math.min(pieceBytes, last + 1 - at)
          const { bytesRead, buffer } = await file.read(new Uint8Array(wanted), 0, wanted, at)
          if (bytesRead === 0) throw new Error('the file became shorter while it was sent')
          controller.enqueue(buffer.subarray(0, bytesRead))
          at += bytesRead
          if (at <= last) return
          await close()
          controller.close()
        } catch (error) {
          closeQuietly()
          throw error
        }
      },
      cancel: close,
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  )
}
