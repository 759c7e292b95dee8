import { compareBytes } from '#lib/domain/proof/merkle'

/** What decides the order of an answer: the negated time, then the id. */
export type Ordered = { recency: number; sha256: Uint8Array }

/** The first rows that a shard has, in the order of an answer. `isCut`: it may have more after them. */
export type Part<Row extends Ordered> = { rows: readonly Row[]; isCut: boolean }

/** The question for rows of a shard that an answer may lack. */
export type Gap = {
  /** The recency of the last row that is known. Rows of the same recency may follow it. */
  fromRecency: number
  /** The recency of the last row that the answer can have. `undefined` if any row belongs to it. */
  toRecency: number | undefined
  /** How many of the rows from `fromRecency` on are known. They are the first of the question's result. */
  known: number
  /** How many rows are enough, with those that are known. */
  limit: number
}

/** Newest first, then by id. */
export const compareRows = (a: Ordered, b: Ordered) =>
  a.recency - b.recency || compareBytes(a.sha256, b.sha256)

/**
 * The first `limit` rows of all parts, and for each part the rows that may be missing. A part that was cut off misses none if its last
 * row comes after the first `limit` rows of all parts.
 */
export function mergeParts<Row extends Ordered>(
  parts: readonly Part<Row>[],
  limit: number,
): { rows: Row[]; gaps: (Gap | undefined)[] } {
  const all = parts.flatMap(({ rows }) => rows).sort(compareRows)
  const end = all[limit - 1]
  const gapOf = ({ rows, isCut }: Part<Row>): Gap | undefined => {
    const last = rows.at(-1)
    if (!isCut || !last || (end && compareRows(end, last) <= 0)) return undefined
    const known = rows.filter(({ recency }) => recency === last.recency).length
    return {
      fromRecency: last.recency,
      toRecency: end?.recency,
      known,
      limit: known + limit - 1 - all.indexOf(last),
    }
  }
  return { rows: all.slice(0, limit), gaps: parts.map(gapOf) }
}

/** The part with the result of the question for its gap. */
export function fillGap<Row extends Ordered>(part: Part<Row>, gap: Gap, found: readonly Row[]): Part<Row> {
  return { rows: [...part.rows, ...found.slice(gap.known)], isCut: found.length >= gap.limit }
}
