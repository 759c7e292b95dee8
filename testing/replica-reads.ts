import type { Context } from '#lib/adapters/context'
import { metrics } from '#lib/adapters/metrics/registry'
import type { ProvenanceResult } from '#lib/schemas/observation'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { getObservation } from '#lib/services/observations/get-observation'
import { listCoverage } from '#lib/services/observations/list-coverage'
import { queryObservations } from '#lib/services/observations/query-observations'
import { verifyProvenance } from '#lib/services/observations/verify-provenance'
import { boxInside, insideCell } from '#testing/inside-cell'
import { until } from '#testing/until'

// Reads of captures by every operation that a replica may answer.

type Reads = Pick<Context, 'env' | 'sql' | 'db'>

/** Two cells, of which the second has a coarse cell of its own. */
export const places = ['u09tun', 'gcpvj0'] as const

export const queryWhole = (of: Reads, geohash: string) => {
  const input = parseSpatialQuery(
    { aoi: insideCell(geohash), from: '2026-01-01', to: '2026-11-20', limit: 1_000 },
    { now: new Date('2026-11-26') },
  )
  return queryObservations({ ctx: of, input })
}
export const query = async (of: Reads, geohash: string): Promise<string[]> =>
  (await queryWhole(of, geohash)).observations.map((each) => each.observation_id)
export const coverageOf = async (of: Reads, geohash: string): Promise<boolean> =>
  (await listCoverage({ ctx: of, input: { bbox: boxInside(geohash) } })).cells.length > 0
export const isSold = (of: Reads, id: string): Promise<boolean> =>
  getObservation({ ctx: of, id }).then(
    () => true,
    () => false,
  )
export const verify = (of: Reads, hash: string): Promise<ProvenanceResult> =>
  verifyProvenance({ ctx: of, hash })

/** All that can be read of these captures. */
export async function readAll(of: Reads, ids: readonly string[]) {
  return {
    queries: await Promise.all(places.map((geohash) => query(of, geohash))),
    coverage: await Promise.all(places.map((geohash) => coverageOf(of, geohash))),
    sold: await Promise.all(ids.map((id) => isSold(of, id))),
    provenance: await Promise.all(ids.map((id) => verify(of, id))),
  }
}

/** The number of reads that a server has answered. */
export async function answeredBy(server: string): Promise<number> {
  const { values } = await metrics().publishedReads.get()
  return values.find(({ labels }) => labels.server === server)?.value ?? 0
}
/** The number of reads that were sent to a replica and that it did not answer, for one reason. */
export async function missesFor(reason: string): Promise<number> {
  const { values } = await metrics().replicaMisses.get()
  return values.reduce((sum, { labels, value }) => sum + (labels.reason === reason ? value : 0), 0)
}

/** Reads until the replica answers. */
export async function untilReplicaAnswers(of: Reads, server = '1'): Promise<void> {
  const before = await answeredBy(server)
  const answers = async () => {
    await coverageOf(of, places[0])
    return (await answeredBy(server)) > before
  }
  await until(answers, { what: 'the replica answers' })
}
