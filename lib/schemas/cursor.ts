import { z } from 'zod'
import { refuse } from '#lib/schemas/refuse'

// Positions in lists, as opaque text in query strings.

/** The cursor in a page of a list. */
export const nextCursor = z
  .string()
  .nullable()
  .describe('Send as `cursor` to get the next page; null on the last page.')

/** Encodes a position in a list as opaque text that is safe in a query string. */
export function encodeCursor(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** A schema for cursors of `encodeCursor` whose text matches `shape`. */
export function cursorOf<Position>(
  shape: RegExp,
  read: (match: RegExpExecArray) => Position,
): z.ZodType<Position, string> {
  return z
    .string()
    .max(200, 'is not one of ours')
    .transform((text, check) => {
      const match = shape.exec(decode(text) ?? '')
      if (match) return read(match)
      return refuse(check, 'is not one of ours: send next_cursor as you got it')
    })
}

function decode(text: string): string | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
}

/**
 * The cursor of a list that is ordered by a number.
 *
 * @param kind names the list, so that the cursor of another list is refused
 */
export function numberCursor(kind: string): {
  schema: z.ZodType<number, string>
  write: (id: number) => string
} {
  return {
    schema: cursorOf(new RegExp(`^${kind}\\.([1-9]\\d{0,15})$`), ([, id]) => Number(id)),
    write: (id) => encodeCursor(`${kind}.${id}`),
  }
}

/**
 * The page of a list of which one row more than `limit` was read, to know whether there are more.
 *
 * @param write returns the cursor for the rows after a row
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  write: (last: Row) => string,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  return { page, next_cursor: rows.length > limit ? write(page.at(-1)!) : null }
}
