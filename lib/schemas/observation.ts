import { z } from 'zod'
import { hex32, timestamp } from '#lib/schemas/formats'

const provenanceHash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .meta({ description: '`sha256:` and the SHA-256 of the capture.' })
const geohash = z
  .string()
  .regex(/^[0-9bcdefghjkmnpqrstuvwxyz]{6}$/)
  .meta({ description: 'Where it was captured: a geohash of six characters. Nothing finer is kept.' })
const capturedAt = timestamp.meta({
  description: 'When it was captured: ISO 8601, UTC, to the second.',
  examples: ['2026-01-31T12:00:00Z'],
})

/** The proof that a capture existed: its leaf in a tree whose root is attested on-chain. */
export const anchorSchema = z
  .object({
    chain_id: z.int().meta({ description: 'The chain of the attestation: 8453 (Base).' }),
    tree_id: z.int().meta({ description: 'The Merkle tree that holds the capture.' }),
    leaf_hash: hex32.meta({ description: 'The leaf of the capture in the tree.' }),
    root: hex32.meta({ description: 'The root of the tree, which is attested.' }),
    attest_uid: hex32.meta({ description: 'UID of the EAS attestation.' }),
    attest_tx: hex32.meta({ description: 'The transaction that attested the root.' }),
    eas_url: z.url().meta({ description: 'The attestation on a public EAS explorer.' }),
    viewer_url: z.url().meta({ description: 'The tree, the leaf and its Merkle path in our own explorer.' }),
  })
  .meta({ id: 'Anchor' })
export type Anchor = z.output<typeof anchorSchema>

export const observationSchema = z
  .object({
    observation_id: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'SHA-256 of the capture, 64 lower-case hexadecimal digits.' }),
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
        from: timestamp.meta({ description: 'Start of the window that was applied, included. UTC.' }),
        to: timestamp.meta({ description: 'End of the window that was applied, included. UTC.' }),
      })
      .meta({ description: 'The time window that was really applied.' }),
    observations: z.array(observationSchema).meta({
      description: 'Newest first; of the same second, by observation_id. Empty when nothing matches.',
    }),
  })
  .meta({ id: 'SpatialResult' })
export type SpatialResult = z.output<typeof spatialResultSchema>

export const provenanceResultSchema = z
  .object({
    provenance_hash: provenanceHash,
    verified: z.boolean().meta({ description: 'Whether a capture with this hash is attested, finally.' }),
    captured_at: capturedAt.optional(),
    geohash: geohash.optional(),
    anchor: anchorSchema.optional(),
    withdrawn_at: timestamp.optional().meta({
      description:
        'Only when the capture was withdrawn: since when it is not sold or shown any more. Its attestation holds as before.',
    }),
  })
  .meta({ id: 'ProvenanceResult', description: 'Time, place and anchor are there when `verified` is true.' })
export type ProvenanceResult = z.output<typeof provenanceResultSchema>
