import { z } from 'zod'

const pattern = /^(?:0[xX])?[0-9a-fA-F]{64}$/
/** A `provenance_hash` of our answers. */
const prefixed = /^sha256:/i
const description =
  'SHA-256 of the capture: 64 hexadecimal digits in any case, with or without 0x. Of a `provenance_hash`, the part after `sha256:`.'

/** The id of an observation as callers may write it, parsed to 64 lower-case digits. */
export const observationIdInput = z
  .string()
  .regex(pattern, {
    error: ({ input }) =>
      prefixed.test(String(input))
        ? 'must be 64 hexadecimal digits: leave out "sha256:"'
        : 'must be the SHA-256 of a capture: 64 hexadecimal digits, with or without 0x',
  })
  .transform((value) => value.slice(-64).toLowerCase())
  .meta({ description, examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

/** The path parameters of GET /observations/{id} and GET /provenance/{hash}. */
export const observationParams = z.object({ id: observationIdInput })
export const provenanceParams = z.object({ hash: observationIdInput })
