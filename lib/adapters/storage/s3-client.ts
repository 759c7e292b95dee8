import 'server-only'
import { S3Client } from '@aws-sdk/client-s3'
import type { StorageConfig } from '#lib/adapters/env-storage'

export type S3Config = Extract<StorageConfig, { kind: 's3' }>

/** A client of S3 or a compatible service. */
export function openS3Client({ region, endpoint, accessKeyId, secretAccessKey }: S3Config): S3Client {
  return new S3Client({
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    // Compatible services rarely have a host name per bucket.
    forcePathStyle: endpoint !== undefined,
    // By default the SDK adds a checksum trailer, which compatible services store as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  })
}
