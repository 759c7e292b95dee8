import 'server-only'
import { z } from 'zod'
import { url } from '#lib/adapters/env-fields'

export const cdnVariables = {
  CDN_PURGE_URL: url.optional(),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional(),
}

/** The address at which shared caches are told to delete answers. */
export type CdnConfig = Readonly<{ purgeUrl: string; token: string | undefined }>

type Variables = { [Name in keyof typeof cdnVariables]?: string | undefined }

/** The settings of shared caches that can be purged; `undefined` without a URL. */
export function cdnOf(
  { CDN_PURGE_URL, CDN_PURGE_TOKEN }: Variables,
  problems: string[],
): CdnConfig | undefined {
  if (CDN_PURGE_URL) return { purgeUrl: CDN_PURGE_URL, token: CDN_PURGE_TOKEN }
  if (CDN_PURGE_TOKEN) problems.push('CDN_PURGE_TOKEN: has no use without CDN_PURGE_URL')
  return undefined
}
