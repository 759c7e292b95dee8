import { z } from 'zod'
import { type ProofBundle, proofVersion } from '#lib/domain/proof'

/** The largest tree there is has 4096 leaves; some room for a later one. */
const maxProofLength = 32

const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/, 'must be 0x and 64 lower-case hex digits')
  .transform((value) => value as `0x${string}`)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .transform((value) => value as `0x${string}`)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
const utcSecond = z.iso.datetime({ precision: 0 })
const count = z.number().int().min(0)

/** The portable proof of one capture. */
export const proofBundleSchema = z.object({
  version: z.literal(proofVersion),
  sha256,
  salt: hash,
  fields: hash,
  geohash: z.string().regex(/^[0-9bcdefghjkmnpqrstuvwxyz]{6}$/, 'must be a geohash of six characters'),
  captured_at: utcSecond,
  leaf_index: count,
  leaf_hash: hash,
  proof: z.array(hash).max(maxProofLength),
  tree: z.object({
    tree_id: z.number().int().min(1),
    leaf_count: z.number().int().min(1),
    root: hash,
    prev_root: hash,
    leaf_spec: hash,
  }),
  attestation: z.object({
    chain_id: z.number().int().min(1),
    uid: hash,
    tx: hash,
    schema_uid: hash,
    attester: address,
    eas: address,
    block: count,
    time: utcSecond,
  }),
}) satisfies z.ZodType<ProofBundle>

/** What `GET /api/proofs/{sha256}` answers. */
export const proofAnswerSchema = z.discriminatedUnion('status', [
  proofBundleSchema.extend({ status: z.literal('anchored') }),
  z.object({
    status: z.literal('pending'),
    sha256,
    /** A tree is built at least this often while captures wait. */
    anchored_within_seconds: z.number().int().min(1),
  }),
  z.object({ status: z.literal('unknown'), sha256 }),
])

export type ProofAnswer = z.output<typeof proofAnswerSchema>

/** What `GET /api/trees/{tree_id}` answers: hashes and nothing of the captures behind them. */
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
