import 'server-only'
import type { BigIntStats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const pieceBytes = 256 * 2 ** 10

/**
 * Streams the bytes `first` to `last` of a file, at least one. The file is opened at the first read, because an answer that is discarded
 * unread is not cancelled, and an open file would leak. It is closed after the last byte, on an error, and when the reader or the request
 * ends.
 *
 * @param args.stats of the expected file: if another file has replaced it, the stream fails
 */
export function streamFile(args: {
  path: string
  stats: BigIntStats
  first: number
  last: number
  signal: AbortSignal
}): ReadableStream<Uint8Array> {
  const { path, stats, first, last, signal } = args
  let at = first
  let file: FileHandle | undefined
  const close = async () => {
    signal.removeEventListener('abort', closeQuietly)
    await file?.close()
  }
  const closeQuietly = () => void close().catch(() => {})
  const openOnce = async (): Promise<FileHandle> => {
    if (file) return file
    file = await open(path, 'r')
    signal.addEventListener('abort', closeQuietly)
    signal.throwIfAborted()
    if (!isSame(await file.stat({ bigint: true }), stats)) throw new Error('the file was replaced')
    return file
  }

  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const opened = await openOnce()
          const wanted = Math.min(pieceBytes, last + 1 - at)
          const { bytesRead, buffer } = await opened.read(new Uint8Array(wanted), 0, wanted, at)
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
    // Reads from the disk only when the client reads.
    { highWaterMark: 0 },
  )
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs
}
