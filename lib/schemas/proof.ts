import { z } from 'zod'
import { type ProofBundle, proofVersion } from '#lib/domain/proof/proof'

/** Enough for any tree: the largest today has 4096 leaves. */
const maxProofLength = 32

/** Typed by a cast, because a transform cannot be described in JSON Schema. */
type HexText = z.ZodType<`0x${string}`, string>
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/, 'must be 0x and 64 lower-case hex digits') as z.ZodType as HexText
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits') as z.ZodType as HexText
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
const utcSecond = z.iso.datetime({ precision: 0 })
const count = z.number().int().min(0)

/** The portable proof of one capture. */
export const proofBundleSchema = z.object({
  version: z.literal(proofVersion),
  sha256: sha256.describe('SHA-256 of the file.'),
  salt: hash.describe('Random, stored for this capture only.'),
  fields: hash.describe('Hash of salt, place and time.'),
  geohash: z.string().regex(/^[0-9bcdefghjkmnpqrstuvwxyz]{6}$/, 'must be a geohash of six characters'),
  captured_at: utcSecond.describe('A claim: from the file, or declared when it was added. UTC.'),
  leaf_index: count.describe('Index of the leaf in the tree, from 0.'),
  leaf_hash: hash.describe('Hash of the file’s SHA-256 and `fields`.'),
  proof: z.array(hash).max(maxProofLength).describe('Siblings from the leaf up to the root.'),
  tree: z.object({
    tree_id: z.number().int().min(1),
    leaf_count: z.number().int().min(1),
    root: hash,
    prev_root: hash.describe('Root of the previous tree; zero for the first.'),
    leaf_spec: hash.describe('Identifies the format of the leaves.'),
  }),
  attestation: z.object({
    chain_id: z.number().int().min(1),
    uid: hash.describe('UID of the EAS attestation.'),
    tx: hash.describe('The transaction that attested the root.'),
    schema_uid: hash,
    attester: address,
    eas: address,
    block: count,
    time: utcSecond.describe('The time of the block. UTC.'),
  }),
}) satisfies z.ZodType<ProofBundle>

const withdrawnAt = utcSecond
  .optional()
  .describe(
    'Present only if the capture was withdrawn: the time since which it is no longer sold or shown. The proof remains valid.',
  )

const madeFrom = sha256
  .optional()
  .describe(
    'Present only for the manifest of a 3D model: SHA-256 of the capture that the model was made from.',
  )

const isDemonstration = z
  .literal(true)
  .optional()
  .describe(
    'Present only in a demonstration. Its records are no evidence, although its local chain has the `chain_id` of a real one.',
  )

/** The answer of `GET /api/proofs/{sha256}`. */
export const proofAnswerSchema = z.discriminatedUnion('status', [
  proofBundleSchema.extend({
    status: z.literal('anchored'),
    made_from: madeFrom,
    withdrawn_at: withdrawnAt,
    is_demonstration: isDemonstration,
  }),
  z.object({
    status: z.literal('pending'),
    sha256,
    /** The longest time that a capture of its kind waits for a tree: longer for one that a bounty delivered. */
    anchored_within_seconds: z.number().int().min(1),
    made_from: madeFrom,
    withdrawn_at: withdrawnAt,
    is_demonstration: isDemonstration,
  }),
  z.object({ status: z.literal('unknown'), sha256, is_demonstration: isDemonstration }),
])

export type ProofAnswer = z.output<typeof proofAnswerSchema>

/** The answer of `GET /api/trees/{tree_id}`: hashes only, without any data of the captures. */
export const treeAnswerSchema = z.object({
  tree_id: z.number().int().min(1),
  leaf_count: z.number().int().min(1),
  root: hash,
  prev_root: hash,
  leaf_spec: hash,
  attestation: proofBundleSchema.shape.attestation,
  /** In the order of the tree. */
  leaves: z.array(hash),
})

export type TreeAnswer = z.output<typeof treeAnswerSchema>
