import { z } from 'zod'

/** 32 bytes: 0x and lower-case hexadecimal digits. */
export const hex32 = z.string().regex(/^0x[0-9a-f]{64}$/)

/** The SHA-256 of a file, without a prefix. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** An EVM address in any case. Its checksum is not verified. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** ISO 8601 in UTC, in whole seconds or milliseconds. */
export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/)

/** A position of GeoJSON, for the API description: `parseArea` validates. */
export const position = z
  .array(z.number())
  .min(2)
  .max(3)
  .meta({
    prefixItems: [
      { type: 'number', minimum: -180, maximum: 180 },
      { type: 'number', minimum: -90, maximum: 90 },
    ],
    description: '[longitude, latitude] in degrees (WGS 84).',
  })
