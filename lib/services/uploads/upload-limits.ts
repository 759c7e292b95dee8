import type { Env } from '#lib/adapters/env'

/** An upload is dropped this long after its last bytes came, and this long after it began in any case. */
export const idleHours = 24
export const lifeHours = 7 * 24

/** What one wallet may have staged that no submission has taken. */
export const maxStagedUploads = 5

/** Bytes, as declared. */
export function maxStagedBytes(env: Pick<Env, 'media'>): number {
  return 2 * env.media.uploadMaxBytes
}
