import { editDistance } from '#lib/domain/text/edit-distance'

/** Longer segments are not compared, because the time grows with the product of both lengths. Identifiers have at most 66 characters. */
const maxSegmentCharacters = 80

/**
 * The path of an operation that was probably meant by an unknown one; `undefined` if none is similar. Each segment may differ in at
 * most a third of its letters; a parameter is any segment.
 */
export function likelyPath(given: readonly string[], paths: readonly string[]): string | undefined {
  if (given.some((segment) => segment.length > maxSegmentCharacters)) return undefined
  let best: { path: string; cost: number } | undefined
  for (const path of paths) {
    const cost = costOf(given, path.split('/'))
    if (cost !== undefined && (!best || cost < best.cost)) best = { path, cost }
  }
  return best?.path
}

function costOf(given: readonly string[], known: readonly string[]): number | undefined {
  if (given.length !== known.length) return undefined
  let total = 0
  for (const [at, segment] of known.entries()) {
    if (segment.startsWith('{')) continue
    const cost = editDistance(given[at]!.toLowerCase(), segment.toLowerCase())
    if (cost > Math.floor(segment.length / 3)) return undefined
    total += cost
  }
  return total
}
