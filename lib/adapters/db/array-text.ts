import 'server-only'
import { makePgArray } from 'drizzle-orm/pg-core'

/**
 * A list as the text of a PostgreSQL array; bytes are written as `\x…`.
 *
 * Use it with a cast where a list cannot be a parameter itself: for bytes and booleans in postgres.js
 * (`${arrayText(hashes)}::text::bytea[]`), and in drizzle, which would make each element a parameter
 * (`${arrayText(numbers)}::int[]`).
 */
export function arrayText(list: readonly unknown[]): string {
  return makePgArray(list.map(writeElement))
}

function writeElement(element: unknown): unknown {
  if (Array.isArray(element)) return element.map(writeElement)
  return element instanceof Uint8Array ? `\\x${Buffer.from(element).toString('hex')}` : element
}
