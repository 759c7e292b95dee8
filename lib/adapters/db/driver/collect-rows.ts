import 'server-only'
import type { Query } from '#lib/adapters/db/driver/prepare-queries'

/**
 * Workaround: adds each row to the end of its result. postgres.js numbers rows with a counter of the connection that it
 * does not reset when a statement fails after some rows; the next result then begins with empty places, and
 * `const [row] = await …` finds nothing where there is a row. README.md, "Results with empty places".
 */
export function collectRows(query: Query): void {
  query.forEachFn = (row, result) => {
    result.push(row)
  }
}
