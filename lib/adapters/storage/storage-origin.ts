import type { StorageConfig } from '#lib/adapters/env-storage'

/** The origin that serves stored files, or `undefined` if this app serves them. */
export function storageOrigin(storage: StorageConfig): string | undefined {
  if (storage.kind === 'disk') return undefined
  const { bucket, region, endpoint } = storage
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`
}
