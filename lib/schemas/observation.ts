import { z } from 'zod'
import { hex32, timestamp } from '#lib/schemas/formats'

const provenanceHash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .describe('`sha256:` and the SHA-256 of the capture.')
const geohash = z
  .string()
  .regex(/^[0-9bcdefghjkmnpqrstuvwxyz]{6}$/)
  .describe('Where it was captured: a geohash of six characters. Nothing finer is stored.')
const capturedAt = timestamp.meta({
  description: 'When it was captured: ISO 8601, UTC, to the second.',
  examples: ['2026-01-31T12:00:00Z'],
})

/** The proof that a capture existed: its leaf in a tree whose root is attested on-chain. */
const anchorSchema = z
  .object({
    chain_id: z.int().describe('The chain of the attestation: 8453 (Base).'),
    tree_id: z.int().describe('The Merkle tree of the capture.'),
    leaf_hash: hex32.describe('The leaf of the capture in that tree.'),
    root: hex32.describe('The root of the tree, which is attested.'),
    attest_uid: hex32.describe('UID of the EAS attestation.'),
    attest_tx: hex32.describe('The transaction that attested the root.'),
    eas_url: z.url().describe('The attestation on a public EAS explorer.'),
    viewer_url: z.url().describe('The tree, the leaf and its Merkle path in our own explorer.'),
  })
  .meta({ id: 'Anchor' })
export type Anchor = z.output<typeof anchorSchema>

export const observationSchema = z
  .object({
    observation_id: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the capture, 64 lower-case hexadecimal digits.'),
    provenance_hash: provenanceHash,
    geohash,
    captured_at: capturedAt,
    anchor: anchorSchema,
  })
  .meta({ id: 'Observation' })
export type Observation = z.output<typeof observationSchema>

export const spatialResultSchema = z
  .object({
    window: z
      .object({
        from: timestamp.describe('Start of the window, inclusive. UTC.'),
        to: timestamp.describe('End of the window, inclusive. UTC.'),
      })
      .describe('The time window that was applied.'),
    observations: z
      .array(observationSchema)
      .describe('Newest first, and by observation_id within a second. Empty if nothing matches.'),
  })
  .meta({ id: 'SpatialResult' })
export type SpatialResult = z.output<typeof spatialResultSchema>

export const provenanceResultSchema = z
  .object({
    provenance_hash: provenanceHash,
    verified: z
      .boolean()
      .describe(
        'True if a capture with this hash has a final attestation. False: it is unknown, still waits for its anchor, or is the manifest of a model; GET /api/proofs/{sha256} tells which. If it could not be checked, the answer is 503, never false.',
      ),
    captured_at: capturedAt.optional(),
    geohash: geohash.optional(),
    anchor: anchorSchema.optional(),
    withdrawn_at: timestamp
      .optional()
      .describe(
        'Present only if the capture was withdrawn: the time since which it is no longer sold or shown. Its attestation remains valid.',
      ),
  })
  .meta({ id: 'ProvenanceResult', description: 'Time, place and anchor are present if `verified` is true.' })
export type ProvenanceResult = z.output<typeof provenanceResultSchema>
