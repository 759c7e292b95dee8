import 'server-only'
import { resolve } from 'node:path'
import { z } from 'zod'
import { url } from '#lib/adapters/env-fields'

/** Where the archive of street tiles (PMTiles) is: a file, or an object in the bucket of the settings. */
export type StreetsConfig = Readonly<{ kind: 'file'; path: string } | { kind: 's3'; key: string }>

/** The store for finished files. */
export type StorageConfig = Readonly<
  | { kind: 'disk' }
  | {
      kind: 's3'
      bucket: string
      region: string
      /** Endpoint of an S3-compatible service; AWS by default. */
      endpoint: string | undefined
      accessKeyId: string
      secretAccessKey: string
    }
>

export const storageVariables = {
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
}

const shape = z.object(storageVariables)

/** @param value `BASEMAP_PMTILES` */
export function streetsOf(value: string | undefined): StreetsConfig | undefined {
  if (value === undefined) return undefined
  return value.startsWith('s3:')
    ? { kind: 's3', key: value.slice('s3:'.length) }
    : { kind: 'file', path: resolve(value) }
}

/** Adds to `problems` what is missing. @param isGiven whether a variable is set and not empty */
export function storageOf(
  v: Partial<z.output<typeof shape>>,
  isGiven: (name: string) => boolean,
  problems: string[],
): StorageConfig {
  if (!v.S3_BUCKET) return { kind: 'disk' }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (!isGiven(name)) problems.push(`${name}: is required with S3_BUCKET`)
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = v
  return {
    kind: 's3',
    bucket: v.S3_BUCKET,
    region: v.S3_REGION!,
    endpoint: v.S3_ENDPOINT,
    accessKeyId,
    secretAccessKey,
  }
}
