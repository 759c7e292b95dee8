import 'server-only'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { hasRoom } from '#lib/adapters/has-room'
import { contentDisposition } from '#lib/adapters/storage/content-disposition'
import { openS3Client, type S3Config, type S3Limits } from '#lib/adapters/storage/s3-client'
import { assertKey, linkSeconds, NotStored, type Storage } from '#lib/adapters/storage/storage'

const partBytesMin = 16 * 2 ** 20
/** S3 allows 10,000 parts per upload. */
const partsMax = 9_000
/** Parts held in memory at once. */
const partsAtOnce = 2

/**
 * Stores files in a bucket of S3 or a compatible service, which serves them by presigned links.
 *
 * @param workFolder folder for the temporary files of `withLocal`
 */
export function openS3Storage(args: { config: S3Config; workFolder: string; limits?: S3Limits }): Storage {
  const { config, workFolder, limits } = args
  const { bucket: Bucket } = config
  const client = openS3Client(config, limits)
  return {
    put: async ({ key: Key, path, type }) => {
      assertKey(Key)
      const file = await open(path, 'r')
      try {
        const { size } = await file.stat()
        const upload = new Upload({
          client,
          params: { Bucket, Key, Body: file.createReadStream({ autoClose: false }), ContentType: type },
          partSize: Math.max(partBytesMin, Math.ceil(size / partsMax)),
          queueSize: partsAtOnce,
        })
        await upload.done()
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }))
        if (ContentLength !== size)
          throw new Error(`the store has ${ContentLength} bytes of ${Key} instead of ${size}`)
      } finally {
        await file.close()
      }
    },
    withLocal: async (Key, use) => {
      assertKey(Key)
      await mkdir(workFolder, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(join(workFolder, 'stored-'))
      try {
        const path = join(folder, 'file')
        await fetchTo(client, { Bucket, Key }, path)
        return await use(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    remove: async (Key) => {
      assertKey(Key)
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    signGet: async ({ key: Key, served }) => {
      assertKey(Key)
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: served.type,
        ResponseContentDisposition: contentDisposition(served),
        ResponseCacheControl: `private, no-transform, max-age=${linkSeconds}`,
      })
      // Signed with the system time, not `now`: S3 refuses a signature with a date in the future.
      return getSignedUrl(client, command, { expiresIn: linkSeconds })
    },
  }
}

async function fetchTo(
  client: S3Client,
  object: { Bucket: string; Key: string },
  path: string,
): Promise<void> {
  try {
    const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(object))
    if (!(await hasRoom({ folder: dirname(path), bytes: ContentLength }))) {
      ;(Body as Readable).destroy()
      throw new Error(`not enough disk space to download ${object.Key}`)
    }
    const file = createWriteStream(path, { mode: 0o600 })
    await pipeline(Body as Readable, file)
    if (file.bytesWritten !== ContentLength)
      throw new Error(
        `the store sent ${file.bytesWritten} bytes of ${object.Key} instead of ${ContentLength}`,
      )
  } catch (error) {
    throw error instanceof NoSuchKey ? new NotStored(object.Key, { cause: error }) : error
  }
}
