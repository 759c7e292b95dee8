import 'server-only'
import type { capture } from '#db/schema/capture'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { leafOf } from '#lib/domain/proof/leaf'

/** The leaf of a stored capture, 32 bytes. */
export function leafOfCapture(
  row: Pick<typeof capture.$inferSelect, 'sha256' | 'cell' | 'capturedAt' | 'salt'>,
): Uint8Array {
  return leafOf({
    captureSha256: row.sha256,
    salt: row.salt,
    geohash: cellToGeohash(row.cell),
    capturedAtMs: row.capturedAt.getTime(),
  })
}
