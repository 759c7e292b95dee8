import 'server-only'
import { S3Client } from '@aws-sdk/client-s3'
import type { StorageConfig } from '#lib/adapters/env-storage'

export type S3Config = Extract<StorageConfig, { kind: 's3' }>

/** `silentMs`: how long the bucket may send nothing before a try is given up. `attempts`: how often a request is tried. */
export type S3Limits = { silentMs: number; attempts: number }

const usualLimits: S3Limits = { silentMs: 60_000, attempts: 3 }

/** A client of S3 or a compatible service. */
export function openS3Client(
  { region, endpoint, accessKeyId, secretAccessKey }: S3Config,
  { silentMs, attempts }: S3Limits = usualLimits,
): S3Client {
  return new S3Client({
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    // Compatible services rarely have a host name per bucket.
    forcePathStyle: endpoint !== undefined,
    // By default the SDK adds a checksum trailer, which compatible services store as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: Math.min(5_000, silentMs), socketTimeout: silentMs },
  })
}
