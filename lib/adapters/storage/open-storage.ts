import 'server-only'
import { join } from 'node:path'
import type { Env } from '#lib/adapters/env'
import { openDiskStorage, storeFolder } from '#lib/adapters/storage/disk-storage'
import type { Storage } from '#lib/adapters/storage/storage'

/** Opens the configured store. The folder or bucket is not accessed before the first operation. */
export async function openStorage(
  env: Pick<Env, 'storage' | 'media' | 'baseUrl' | 'secretKey'>,
): Promise<Storage> {
  const { storage, media, baseUrl, secretKey } = env
  if (storage.kind === 'disk')
    return openDiskStorage({ folder: storeFolder(media.folder), baseUrl, secretKey })
  // Loaded on demand because the module is large.
  const { openS3Storage } = await import('#lib/adapters/storage/s3-storage')
  return openS3Storage({ config: storage, workFolder: join(media.folder, 'work') })
}
