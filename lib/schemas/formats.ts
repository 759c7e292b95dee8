import { z } from 'zod'

/** Of no thing there is: for descriptions. */
export const exampleHash = '0x3f1d5c8a6b2e97405d1f8c3ab60e7294f5d8130c9a7be246810fd35c42e9b7a1'

/** 32 bytes as we write them: lower-case hexadecimal digits after 0x. */
export const hex32 = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ examples: [exampleHash] })

/** An EVM address in any case; whether a checksum holds is not looked at. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({ examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })

/** A time as we write it: ISO 8601, UTC, whole seconds or milliseconds. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/)
  .meta({ examples: ['2026-01-31T12:00:00Z'] })
