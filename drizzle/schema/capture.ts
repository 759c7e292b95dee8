import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { claimOrigins } from '../../lib/domain/film/match-claims.ts'
import { bytes } from './columns.ts'
import { publicationRound } from './publication-round.ts'
import { tree } from './tree.ts'

/** Ingested captures: one row per file, even if it is sent again. Its place is a cell, its time a whole second. */
export const capture = pgTable(
  'capture',
  {
    sha256: bytes().primaryKey(),
    cell: integer().notNull(),
    capturedAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** The source of place and time: the weaker of the two origins. A manifest, and the rows from before this column, count as declared. */
    claimsFrom: text({ enum: claimOrigins }).notNull().default('declared'),
    /** False for a delivered film whose place or time contradicts its bounty: it is anchored but excluded from observations. */
    claimsFit: boolean().notNull().default(true),
    /** 32 random bytes that are part of the leaf: without them, place and time could be guessed from the public leaf hash. */
    salt: bytes().notNull(),
    /** `null` when it was ingested from a manifest, without the file. */
    mediaType: text(),
    byteLength: bigint({ mode: 'number' }),
    /** For the manifest of a 3D model, which is anchored like a capture: the capture that the model was made from, whose place and time it has. */
    madeFrom: bytes(),
    receivedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** The round of a capture that a bounty delivered; `null` for one that was ingested. */
    roundId: integer().references(() => publicationRound.roundId),
    /** Since when it may join a tree; `null` while its round is open. */
    readyAt: timestamp({ withTimezone: true }).default(sql`service_now()`),
    /** The tree that has its leaf, and the index of the leaf; `null` until a tree is built with it. */
    treeId: integer().references(() => tree.treeId),
    leafIndex: integer(),
    /** Only for a capture in a tree that is not an observation: a model's manifest, a withdrawn capture, or one whose claims do not fit. `observation` has the others. */
    leafHash: bytes('leaf_hash'),
  },
  (table) => [
    check('capture_sha256_length', sql`octet_length(${table.sha256}) = 32`),
    check('capture_salt_length', sql`octet_length(${table.salt}) = 32`),
    check('capture_made_from_length', sql`octet_length(${table.madeFrom}) = 32`),
    check('capture_claims_from', sql`${table.claimsFrom} in ('declared', 'file', 'credentials')`),
    check('capture_leaf_length', sql`octet_length(${table.leafHash}) = 32`),
    check('capture_tree_and_index', sql`(${table.treeId} is null) = (${table.leafIndex} is null)`),
    unique('capture_leaf').on(table.treeId, table.leafIndex),
    index('capture_by_leaf').using('hash', table.leafHash).where(sql`leaf_hash is not null`),
    check(
      'capture_without_round_is_ready',
      sql`${table.roundId} is not null or ${table.readyAt} is not null`,
    ),
    index('capture_ungathered').on(table.readyAt).where(sql`tree_id is null`),
    index('capture_of_open_round').on(table.roundId).where(sql`ready_at is null`),
  ],
)
