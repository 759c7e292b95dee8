import { z } from 'zod'
import { withdrawalReasons } from '#lib/domain/withdrawal'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor, numberCursor } from '#lib/schemas/cursor'
import { hex32, sha256Hex, timestamp } from '#lib/schemas/formats'

const cell = z.string().meta({ description: 'A geohash of six characters; nothing finer is kept.' })
const nextCursor = z.string().nullable()

/** More waiting captures than this are told as so many at least. */
export const maxWaitingCounted = 100_000

/** What `GET /api/operator/captures` answers. */
export const intakeSchema = z.object({
  waiting: z.object({
    count: z.int().min(0),
    is_more: z.boolean().meta({ description: 'Whether there are more than were counted.' }),
    oldest_received_at: timestamp.nullable(),
  }),
  gathering: z.object({
    max_leaves: z.int().meta({ description: 'So many waiting captures make a tree at once.' }),
    max_age_seconds: z.int().meta({ description: 'The oldest waits no longer for its tree.' }),
  }),
  attesting: z.int().min(0).meta({ description: 'Trees whose attestation is not final yet.' }),
})
export type Intake = z.output<typeof intakeSchema>

const treeStates = ['attesting', 'final', 'lost'] as const

/** A cursor that goes on before a tree. */
export const operatorTreeCursor = numberCursor('tree')

/** The query string of GET /api/operator/trees. */
export const operatorTreesQuery = z.object({
  state: z.enum(treeStates).optional(),
  limit: pageLimit,
  cursor: operatorTreeCursor.schema.optional(),
})

const treeRow = z.object({
  tree_id: z.int(),
  state: z.enum(treeStates),
  leaf_count: z.int(),
  root: hex32,
  built_at: timestamp,
  attested_at: timestamp.nullable(),
  chain_id: z.int(),
  attest_uid: hex32.nullable(),
  attest_tx: hex32.nullable(),
  transaction_id: z.int().nullable().meta({ description: 'Of the outbox.' }),
  withdrawn: z.int().min(0).meta({ description: 'How many of its captures are withdrawn.' }),
})
export type OperatorTree = z.output<typeof treeRow>

export const operatorTreesSchema = z.object({ trees: z.array(treeRow), next_cursor: nextCursor })

const withdrawal = z.object({ reason: z.enum(withdrawalReasons), withdrawn_at: timestamp })

/** What `GET /api/operator/captures/{id}` answers. */
export const operatorCaptureSchema = z.object({
  sha256: sha256Hex,
  source: z.enum(['file', 'manifest', 'film', 'model']).meta({
    description:
      '`film`: of a submission. `model`: the manifest of a model. `manifest`: a line of one; the file was never seen.',
  }),
  geohash: cell,
  captured_at: timestamp,
  received_at: timestamp,
  media_type: z.string().nullable(),
  byte_length: z.int().nullable(),
  state: z.enum(['waiting', 'attesting', 'lost', 'observed', 'withdrawn', 'anchored']).meta({
    description: '`anchored` and no observation: the manifest of a model. `lost`: its tree is.',
  }),
  tree_id: z.int().nullable(),
  leaf_index: z.int().nullable(),
  leaf_hash: hex32,
  withdrawal: withdrawal.nullable(),
  film: z
    .object({ submission_id: z.string(), bounty_id: z.string(), is_delivered: z.boolean() })
    .nullable()
    .meta({ description: 'The submission whose film it is, or whose model.' }),
  made_from: sha256Hex
    .nullable()
    .meta({ description: 'Of a model’s manifest: the capture it was made from.' }),
})
export type OperatorCapture = z.output<typeof operatorCaptureSchema>

export const operatorCaptureParams = z.object({
  id: z
    .string()
    .regex(
      /^(?:sha256:|0[xX])?[0-9a-fA-F]{64}$/,
      'must be the SHA-256 of a capture or the hash of a leaf: 64 hexadecimal digits',
    )
    .transform((value) => value.slice(-64).toLowerCase())
    .meta({ description: 'SHA-256 of a capture, or the hash of its leaf.' }),
})

/** The query string of GET /api/operator/withdrawals. */
export const operatorWithdrawalsQuery = z.object({
  reason: z.enum(withdrawalReasons).optional(),
  limit: pageLimit,
  cursor: cursorOf(/^(\d{1,17})\.([0-9a-f]{64})$/, ([, micros, id]) => ({
    micros: micros!,
    sha256: id!,
  })).optional(),
})
export const writeWithdrawalCursor = (micros: string, id: string) => encodeCursor(`${micros}.${id}`)

export const operatorWithdrawalsSchema = z.object({
  withdrawals: z.array(
    withdrawal.extend({
      sha256: sha256Hex,
      geohash: cell,
      captured_at: timestamp,
      tree_id: z.int().nullable(),
    }),
  ),
  next_cursor: nextCursor,
})
export type OperatorWithdrawal = z.output<typeof operatorWithdrawalsSchema>['withdrawals'][number]

/** The query string of POST /api/operator/manifests. */
export const manifestQuery = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'say why, for whoever reads the log')
    .max(500, 'must have at most 500 characters'),
})

/** As many faulty lines of a manifest are named; the others are counted. */
export const maxNamedFaults = 20

/** What `POST /api/operator/manifests` answers. */
export const takenManifestSchema = z.object({
  id: z.int().meta({ description: 'Of the entry in the log of actions.' }),
  sha256: sha256Hex.meta({ description: 'Of the manifest, as it came.' }),
  bytes: z.int(),
  created: z.int().min(0).meta({ description: 'Captures that were not known before.' }),
  known: z.int().min(0).meta({ description: 'Those that were, also by an earlier line.' }),
  refused: z.int().min(0).meta({ description: 'Lines that are none.' }),
  faults: z.array(z.object({ line: z.int().min(1), reason: z.string() })).meta({
    description: `The first ${maxNamedFaults} of the refused, which never repeat what the line says.`,
  }),
})
export type TakenManifest = z.output<typeof takenManifestSchema>
