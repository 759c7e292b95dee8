// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalChains, startChains } from '#sandbox/chains'
import { publishTestObservations, testQuery } from '#testing/observations'
import {
  createPayer,
  jsonPost,
  type PaidService,
  type Payer,
  payingFetch,
  settingsFor,
  startPaidService,
} from '#testing/paid-service'
import { answeredBy, untilReplicaAnswers } from '#testing/replica-reads'
import { type ReplicatedDatabase, startReplicatedDatabase } from '#testing/replicated-database'

let chains: LocalChains
let database: ReplicatedDatabase
let service: PaidService
let payer: Payer

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), startReplicatedDatabase()])
  service = await startPaidService({
    settings: {
      ...settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
      OBSERVATIONS_REPLICA_URLS: database.replicaUrl,
    },
    // The limit of the service is a second, which a read on a busy machine may exceed.
    copyWithinMs: 60_000,
  })
  payer = await createPayer(chains)
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})

async function queryPaid(): Promise<string[]> {
  const response = await payingFetch(payer, ['eip155:8453'])(
    `${service.url}/api/v1/spatial/query`,
    jsonPost(testQuery),
  )
  expect(response.status).toBe(200)
  const { observations } = (await response.json()) as { observations: { observation_id: string }[] }
  return observations.map(({ observation_id }) => observation_id).sort()
}

test('while the replica is behind, a payer gets all that the primary has; later the replica answers', async () => {
  const early = await publishTestObservations(service.ctx, { treeId: 1, count: 2 })
  await database.catchUp()
  await untilReplicaAnswers(service.ctx)
  await database.pause()
  const late = await publishTestObservations(service.ctx, { treeId: 2, count: 2 })
  const all = [...early, ...late].sort()
  expect(await queryPaid()).toEqual(all)
  await database.resume()
  await untilReplicaAnswers(service.ctx)
  const [replica, primary] = [await answeredBy('1'), await answeredBy('primary')]
  expect(await queryPaid()).toEqual(all)
  expect(await answeredBy('1')).toBe(replica + 1)
  expect(await answeredBy('primary')).toBe(primary)
})
