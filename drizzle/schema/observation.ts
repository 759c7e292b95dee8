import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** The captures that the API sells: those whose attestation is final. Places are cells and times are seconds. */
export const observation = pgTable(
  'observation',
  {
    /** The negated capture time in epoch seconds, so that one ascending index has the newest first, then by id. */
    recency: bigint({ mode: 'number' }).notNull(),
    cell: integer().notNull(),
    treeId: integer().notNull(),
    leafHash: bytes().notNull(),
    sha256: bytes().primaryKey(),
  },
  (table) => [
    check('observation_sha256_length', sql`octet_length(${table.sha256}) = 32`),
    check('observation_leaf_length', sql`octet_length(${table.leafHash}) = 32`),
    // Looked up by equality only; a hash index is half the size.
    index('observation_by_leaf').using('hash', table.leafHash),
    // Has whole rows, so that a query reads vacuumed rows from the index alone. `tree_id` is last: elsewhere, padding costs 8 bytes a row.
    index('observation_by_cell').on(table.cell, table.recency, table.sha256, table.leafHash, table.treeId),
  ],
)

/** Cells with at least one observation: of a huge area, only these few cells are searched. */
export const cellPresence = pgTable('cell_presence', { cell: integer().primaryKey() })

/** Cells with observations at the coarser precisions 1 to 5, for maps. */
export const coverage = pgTable(
  'coverage',
  { precision: smallint().notNull(), cell: integer().notNull() },
  (table) => [primaryKey({ columns: [table.precision, table.cell] })],
)
