import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { capture } from './capture.ts'
import { bitsOf256, bytes } from './columns.ts'

/** Parts of a hash that are looked up as a whole: 20 bits each, coarse frequencies first. A copy has at least one of them unchanged. */
const bandCount = 8
export const bandBits = 20

/** A band of a column with a hash, as its index has it. @param band 0 to 7 */
export function bandOf(column: string, band: number): string {
  return `(substring(${column}, ${1 + band * bandBits}, ${bandBits})::integer)`
}

export const bands: readonly number[] = Array.from({ length: bandCount }, (_, band) => band)

/**
 * Hashes of the pictures of captures: one row for a photograph, up to two a second for a film. Only captures that are in `observation` too
 * are found by them, and a capture without a row cannot be found by similarity.
 */
export const pictureHash = pgTable(
  'picture_hash',
  {
    sha256: bytes()
      .notNull()
      .references(() => capture.sha256),
    /** Position of the picture in its film, counted in stored pictures; 0 for a photograph. */
    picture: integer().notNull(),
    hash: bitsOf256().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sha256, table.picture] }),
    check('picture_hash_picture', sql`${table.picture} >= 0`),
    ...bands.map((band) => index(`picture_hash_band_${band}`).on(sql.raw(bandOf('hash', band)))),
  ],
)
