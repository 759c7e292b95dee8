import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'
import { tree } from './tree.ts'

/** What was ingested: one row a file, whatever number of times it came. Place is a cell, time a whole second. */
export const capture = pgTable(
  'capture',
  {
    sha256: bytes().primaryKey(),
    cell: integer().notNull(),
    capturedAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** 32 random bytes in the leaf; without them place and time could be guessed from a public hash. */
    salt: bytes().notNull(),
    /** `null` when it came by manifest and the file was never seen. */
    mediaType: text(),
    byteLength: bigint({ mode: 'number' }),
    /** A model's manifest is anchored like a capture, with place and time of the capture it was made from: this one. */
    madeFrom: bytes(),
    receivedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** The tree that holds it and its place there; `null` until gathered. */
    treeId: integer().references(() => tree.treeId),
    leafIndex: integer(),
    /** Of what is in a tree and no observation: a model's manifest, or a withdrawn capture. The others' are found among those. */
    leafHash: bytes('leaf_hash'),
  },
  (table) => [
    check('capture_sha256_length', sql`octet_length(${table.sha256}) = 32`),
    check('capture_salt_length', sql`octet_length(${table.salt}) = 32`),
    check('capture_made_from_length', sql`octet_length(${table.madeFrom}) = 32`),
    check('capture_leaf_length', sql`octet_length(${table.leafHash}) = 32`),
    check('capture_tree_and_index', sql`(${table.treeId} is null) = (${table.leafIndex} is null)`),
    unique('capture_leaf').on(table.treeId, table.leafIndex),
    index('capture_by_leaf').using('hash', table.leafHash).where(sql`leaf_hash is not null`),
    index('capture_ungathered').on(table.receivedAt).where(sql`tree_id is null`),
  ],
)
