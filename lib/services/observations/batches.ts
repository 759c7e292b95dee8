const rowsPerInsert = 5_000

/** Splits rows into batches for one insert each. */
export function batches<Item>(items: readonly Item[]): Item[][] {
  const result: Item[][] = []
  for (let at = 0; at < items.length; at += rowsPerInsert) result.push(items.slice(at, at + rowsPerInsert))
  return result
}
