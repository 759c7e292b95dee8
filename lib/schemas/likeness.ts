import { z } from 'zod'
import { pictureHashAlgorithm, pictureHashBytes } from '#lib/domain/film/picture-hash'

export const matchesMax = 10
/** A photograph is searched by 25 hashes, a film by 24. */
export const hashesMax = 32

const valueText = z
  .string()
  .max(2_000, 'is too long')
  .regex(/^[A-Za-z0-9+/_-]*={0,2}$/, 'must be base64 or base64url')
  .transform((text, issues) => {
    const bytes = decode(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
    const count = (bytes?.length ?? 0) / pictureHashBytes
    if (bytes && Number.isInteger(count) && count >= 1 && count <= hashesMax)
      return Array.from({ length: count }, (_, at) =>
        bytes.slice(at * pictureHashBytes, (at + 1) * pictureHashBytes),
      )
    issues.addIssue(`must be 1 to ${hashesMax} hashes of ${pictureHashBytes} bytes each`)
    return z.NEVER
  })
  .meta({
    description: `1 to ${hashesMax} hashes of ${pictureHashBytes} bytes each, one after the other, in base64 or base64url.`,
  })

/** Query and body of `/api/matches/byBinding`. */
export const matchInput = z.object({
  alg: z
    .literal(pictureHashAlgorithm, `must be ${pictureHashAlgorithm}`)
    .describe('The algorithm and version of the hashes. Only this value is supported.'),
  value: valueText,
})

export const matchAnswerSchema = z.object({
  matches: z
    .array(
      z.object({
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe('SHA-256 of the attested file, 64 hexadecimal digits.'),
        similarityScore: z
          .int()
          .min(0)
          .max(100)
          .describe('How alike the pictures are, in whole percent. Less than 82 is no match.'),
      }),
    )
    .max(matchesMax)
    .describe('The most similar first.'),
})

export type MatchAnswer = z.output<typeof matchAnswerSchema>

/** `undefined` if it is no base64. */
function decode(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
