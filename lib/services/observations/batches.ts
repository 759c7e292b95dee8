const rowsPerInsert = 5_000

/** As many rows as one insert takes at once. */
export function batches<Item>(items: readonly Item[]): Item[][] {
  const result: Item[][] = []
  for (let at = 0; at < items.length; at += rowsPerInsert) result.push(items.slice(at, at + rowsPerInsert))
  return result
}
