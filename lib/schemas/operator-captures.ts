import { z } from 'zod'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { withdrawalReasons } from '#lib/domain/proof/withdrawal'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor, nextCursor, numberCursor } from '#lib/schemas/cursor'
import { hex32, sha256Hex, timestamp } from '#lib/schemas/formats'

const cell = z.string().describe('A geohash of six characters; nothing finer is stored.')

/** Waiting captures are counted up to this number. */
export const maxWaitingCounted = 100_000

/** The answer of `GET /api/operator/captures`. */
export const intakeSchema = z.object({
  waiting: z.object({
    count: z.int().min(0),
    is_more: z.boolean().describe('True if there are more than were counted.'),
    oldest_ready_at: timestamp.nullable().describe('Since when the oldest of them may join a tree.'),
  }),
  delayed: z
    .int()
    .min(0)
    .describe('Delivered films and manifests whose round has not ended: they may not join a tree yet.'),
  gathering: z.object({
    max_leaves: z.int().describe('A tree is built at once when this many captures wait.'),
    max_age_seconds: z.int().describe('The longest time that a capture waits for its tree.'),
  }),
  attesting: z.int().min(0).describe('Trees whose attestation is not final yet.'),
})
export type Intake = z.output<typeof intakeSchema>

const treeStates = ['attesting', 'final', 'lost'] as const

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
  transaction_id: z.int().nullable().describe('In the outbox.'),
  withdrawn: z.int().min(0).describe('The number of withdrawn captures in the tree.'),
})
export type OperatorTree = z.output<typeof treeRow>

export const operatorTreesSchema = z.object({ trees: z.array(treeRow), next_cursor: nextCursor })

const withdrawal = z.object({ reason: z.enum(withdrawalReasons), withdrawn_at: timestamp })

/** The answer of `GET /api/operator/captures/{id}`. */
export const operatorCaptureSchema = z.object({
  sha256: sha256Hex,
  source: z
    .enum(['file', 'manifest', 'film', 'model'])
    .describe(
      '`film`: a film of a submission. `model`: the manifest of a 3D model. `manifest`: a line of an ingested manifest, without the file.',
    ),
  geohash: cell,
  captured_at: timestamp,
  received_at: timestamp,
  media_type: z.string().nullable(),
  byte_length: z.int().nullable(),
  state: z
    .enum(['waiting', 'attesting', 'lost', 'observed', 'withdrawn', 'anchored'])
    .describe(
      '`anchored`: in a final tree but not an observation, like the manifest of a 3D model. `lost`: its tree is lost.',
    ),
  tree_id: z.int().nullable(),
  leaf_index: z.int().nullable(),
  leaf_hash: hex32,
  withdrawal: withdrawal.nullable(),
  film: z
    .object({ submission_id: z.string(), bounty_id: z.string(), is_delivered: z.boolean() })
    .nullable()
    .describe('The submission of the film or model.'),
  made_from: sha256Hex
    .nullable()
    .describe('For a model’s manifest: the capture that the model was made from.'),
  report: z
    .object({ id: z.int(), is_waiting: z.boolean().describe('It waits for a decision.') })
    .nullable()
    .describe('The report of its record, if anybody sent one.'),
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
    .describe('SHA-256 of a capture, or the hash of its leaf.'),
})

/** The query string of GET /api/operator/newest-captures. */
export const operatorCapturesQuery = z.object({
  geohash: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => geohashBounds(text) !== undefined, 'must be a geohash of one to six characters')
    .optional()
    .describe('Only captures in this cell.'),
  limit: pageLimit,
  cursor: cursorOf(/^(\d{0,10})\.(\d{1,17})\.([0-9a-f]{64})$/, ([, treeId, micros, id]) => ({
    treeId: treeId === '' ? null : Number(treeId),
    micros: micros!,
    sha256: id!,
  })).optional(),
})
export const writeCaptureCursor = (at: { treeId: number | null; micros: string; sha256: string }) =>
  encodeCursor(`${at.treeId ?? ''}.${at.micros}.${at.sha256}`)

export const operatorCapturesSchema = z.object({
  captures: z.array(
    operatorCaptureSchema.pick({
      sha256: true,
      geohash: true,
      captured_at: true,
      received_at: true,
      state: true,
      tree_id: true,
    }),
  ),
  next_cursor: nextCursor,
})
export type ListedCapture = z.output<typeof operatorCapturesSchema>['captures'][number]

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
    .min(1, 'must say why: it is stored in the log')
    .max(500, 'use at most 500 characters'),
})

/** The number of faulty lines that are listed; the others are counted. */
export const maxNamedFaults = 20

/** The answer of `POST /api/operator/manifests`. */
export const takenManifestSchema = z.object({
  id: z.int().describe('The id of the entry in the log of actions.'),
  sha256: sha256Hex.describe('SHA-256 of the manifest.'),
  bytes: z.int(),
  created: z.int().min(0).describe('New captures.'),
  known: z.int().min(0).describe('Captures that were known before, or from an earlier line.'),
  refused: z.int().min(0).describe('Lines that are not valid.'),
  faults: z
    .array(z.object({ line: z.int().min(1), reason: z.string() }))
    .describe(`The first ${maxNamedFaults} refused lines, without their content.`),
})
export type TakenManifest = z.output<typeof takenManifestSchema>
