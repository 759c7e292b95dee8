import { z } from 'zod'

/** 32 bytes as we write them: lower-case hexadecimal digits after 0x. */
export const hex32 = z.string().regex(/^0x[0-9a-f]{64}$/)

/** The SHA-256 of a file, without a prefix. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** An EVM address in any case; whether a checksum holds is not looked at. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** A time as we write it: ISO 8601, UTC, whole seconds or milliseconds. */
export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/)
