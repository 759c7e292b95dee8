import { limitSizeText, sizeText } from '#lib/client/check-view'
import type { Uploads } from '#lib/schemas/upload'

/** Says how many unsubmitted uploads a wallet has, how many it may have, and what can be done. */
export function limitText({ uploads, max_uploads: most, max_bytes: mostBytes }: Uploads): string {
  const bytes = uploads.reduce((sum, { byte_length: each }) => sum + each, 0)
  const limit = `Your wallet has ${uploads.length} of at most ${most}, together ${sizeText(bytes)} of at most ${limitSizeText(mostBytes)}.`
  if (uploads.length >= most) return `${limit} Submit or discard one before you upload another film.`
  if (uploads.length === most - 1)
    return `${limit} One more film can be uploaded before you submit or discard one.`
  return limit
}
