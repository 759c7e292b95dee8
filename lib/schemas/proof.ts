import { z } from 'zod'
import { type ProofBundle, proofVersion } from '#lib/domain/proof'

/** The largest tree there is has 4096 leaves; some room for a later one. */
const maxProofLength = 32

/** Typed without a transform, which no description of the interface could show. */
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
  sha256: sha256.meta({ description: 'SHA-256 of the file.' }),
  salt: hash.meta({ description: 'Random, kept with this capture alone.' }),
  fields: hash.meta({ description: 'Hash of salt, place and time.' }),
  geohash: z.string().regex(/^[0-9bcdefghjkmnpqrstuvwxyz]{6}$/, 'must be a geohash of six characters'),
  captured_at: utcSecond.meta({ description: 'As the device claims, UTC.' }),
  leaf_index: count.meta({ description: 'Which leaf of the tree, from 0.' }),
  leaf_hash: hash.meta({ description: 'Hash of the file’s SHA-256 and `fields`.' }),
  proof: z.array(hash).max(maxProofLength).meta({ description: 'Siblings from the leaf up to the root.' }),
  tree: z.object({
    tree_id: z.number().int().min(1),
    leaf_count: z.number().int().min(1),
    root: hash,
    prev_root: hash.meta({ description: 'Root of the tree before; zero for the first.' }),
    leaf_spec: hash.meta({ description: 'Names the format of the leaves.' }),
  }),
  attestation: z.object({
    chain_id: z.number().int().min(1),
    uid: hash.meta({ description: 'UID of the EAS attestation.' }),
    tx: hash.meta({ description: 'The transaction that attested the root.' }),
    schema_uid: hash,
    attester: address,
    eas: address,
    block: count,
    time: utcSecond.meta({ description: 'The block’s own time, UTC.' }),
  }),
}) satisfies z.ZodType<ProofBundle>

const withdrawnAt = utcSecond.optional().meta({
  description:
    'Only when the capture was withdrawn: since when it is not sold or shown any more. The proof holds as before.',
})

const madeFrom = sha256.optional().meta({
  description:
    'Only of the manifest of a model, which is no capture: SHA-256 of the capture that the model was made from.',
})

/** What `GET /api/proofs/{sha256}` answers. */
export const proofAnswerSchema = z.discriminatedUnion('status', [
  proofBundleSchema.extend({
    status: z.literal('anchored'),
    made_from: madeFrom,
    withdrawn_at: withdrawnAt,
  }),
  z.object({
    status: z.literal('pending'),
    sha256,
    /** A tree is built at least this often while captures wait. */
    anchored_within_seconds: z.number().int().min(1),
    made_from: madeFrom,
    withdrawn_at: withdrawnAt,
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
