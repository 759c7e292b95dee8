import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** What the API serves: captures whose attestation is final. Nothing here is finer than the cell and the second. */
export const observation = pgTable(
  'observation',
  {
    /** Minus the capture time in epoch seconds: one ascending index order is then "newest first, then id". */
    recency: bigint({ mode: 'number' }).notNull(),
    cell: integer().notNull(),
    treeId: integer().notNull(),
    leafHash: bytes().notNull(),
    sha256: bytes().primaryKey(),
  },
  (table) => [
    check('observation_sha256_length', sql`octet_length(${table.sha256}) = 32`),
    check('observation_leaf_length', sql`octet_length(${table.leafHash}) = 32`),
    // Equality is all that is asked of it, and a hash index is half the size.
    index('observation_by_leaf').using('hash', table.leafHash),
    // Whole rows: of what is vacuumed, a query reads nothing else. The number is last, or padding would cost 8 bytes a row.
    index('observation_by_cell').on(table.cell, table.recency, table.sha256, table.leafHash, table.treeId),
  ],
)

/** Cells that hold at least one observation: turns a huge area into the few cells worth probing. */
export const cellPresence = pgTable('cell_presence', { cell: integer().primaryKey() })

/** Presence by geohash precision 1..5, for maps. */
export const coverage = pgTable(
  'coverage',
  { precision: smallint().notNull(), cell: integer().notNull() },
  (table) => [primaryKey({ columns: [table.precision, table.cell] })],
)
