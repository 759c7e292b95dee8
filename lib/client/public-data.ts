import { callApi } from '#lib/client/call-api'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { type Coverage, coverageSchema } from '#lib/schemas/coverage'
import { type TreeSummary, treePageSchema } from '#lib/schemas/trees'

/** @throws ApiRefusal */
export async function readNewestTrees(limit: number, signal: AbortSignal): Promise<TreeSummary[]> {
  const { trees } = await callApi({ path: `/api/trees?limit=${limit}`, schema: treePageSchema, signal })
  return trees
}

/** The public coverage, of the whole world or within bounds. @throws ApiRefusal */
export function readCoverage(signal: AbortSignal, bounds?: CellBounds): Promise<Coverage> {
  const box = bounds && [bounds.west, bounds.south, bounds.east, bounds.north].join()
  return callApi({
    path: box ? `/api/coverage?bbox=${box}` : '/api/coverage',
    schema: coverageSchema,
    signal,
  })
}
