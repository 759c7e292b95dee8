import type { Env } from '#lib/adapters/env'

// The limits of uploads: how long they last, and how many a wallet may have.

/** An upload expires this long after its last bytes, and at the latest this long after its start. */
export const idleHours = 24
export const lifeHours = 7 * 24

/** Uploads that one wallet may have without submitting them. */
export const maxStagedUploads = 5

/** Their total declared bytes. */
export function maxStagedBytes(env: Pick<Env, 'media'>): number {
  return 2 * env.media.uploadMaxBytes
}
