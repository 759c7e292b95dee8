import 'server-only'
import { open } from 'node:fs/promises'
import { EtagMismatch, type Source } from 'pmtiles'
import type { StorageConfig, StreetsConfig } from '#lib/adapters/env-storage'

/** People wait for a tile. */
const limits = { silentMs: 5_000, attempts: 2 }

/** Reads ranges of an archive: of a file, or of an object in the bucket. */
export async function openSource(config: StreetsConfig, storage: StorageConfig): Promise<Source> {
  if (config.kind === 'file') return fileSource(config.path)
  if (storage.kind !== 's3') throw new Error('an archive in S3 needs a bucket')
  return objectSource(config.key, storage)
}

/** Opened for each read, which costs a tenth of a millisecond: nothing has to be closed later. */
function fileSource(path: string): Source {
  return {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const file = await open(path, 'r')
      try {
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset)
        return { data: buffer.buffer.slice(0, bytesRead) }
      } finally {
        await file.close()
      }
    },
  }
}

async function objectSource(key: string, config: Extract<StorageConfig, { kind: 's3' }>): Promise<Source> {
  // Loaded on demand because the module is large.
  const [{ openS3Client }, { GetObjectCommand }] = await Promise.all([
    import('#lib/adapters/storage/s3-client'),
    import('@aws-sdk/client-s3'),
  ])
  const client = openS3Client(config, limits)
  return {
    getKey: () => `s3:${key}`,
    getBytes: async (offset, length, signal, etag) => {
      const Range = `bytes=${offset}-${offset + length - 1}`
      const command = new GetObjectCommand({ Bucket: config.bucket, Key: key, Range, IfMatch: etag })
      const found = await client.send(command, { abortSignal: signal }).catch((error: unknown) => {
        // The object was replaced: cached parts of the old one are read again.
        throw (error as Error).name === 'PreconditionFailed' ? new EtagMismatch() : error
      })
      const bytes = await found.Body!.transformToByteArray()
      return { data: new Uint8Array(bytes).buffer, etag: found.ETag }
    },
  }
}
