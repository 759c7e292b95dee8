import type { StorageConfig } from '#lib/adapters/env'

/** Where stored files are fetched from when that is not this service itself: an origin. */
export function storageOrigin(storage: StorageConfig): string | undefined {
  if (storage.kind === 'disk') return undefined
  const { bucket, region, endpoint } = storage
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`
}
