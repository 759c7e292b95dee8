import { z } from 'zod'

const pattern = /^(?:sha256:|0[xX])?[0-9a-fA-F]{64}$/
const description =
  'SHA-256 of the capture: 64 hexadecimal digits in any case, alone, after 0x, or after `sha256:` as in a `provenance_hash`.'

/** The id of an observation as callers may write it, parsed to 64 lower-case digits. */
export const observationIdInput = z
  .string()
  .regex(pattern, 'must be the SHA-256 of a capture: 64 hexadecimal digits, alone or after 0x or sha256:')
  .transform((value) => value.slice(-64).toLowerCase())
  .meta({ description, examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

/** The path parameters of GET /observations/{id} and GET /provenance/{hash}. */
export const observationParams = z.object({ id: observationIdInput })
export const provenanceParams = z.object({ hash: observationIdInput })
