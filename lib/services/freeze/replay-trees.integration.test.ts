import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import type { Context } from '#lib/adapters/context'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { replayTrees } from '#lib/services/freeze/replay-trees'
import { endRounds } from '#lib/services/publication/end-rounds'
import { joinRound } from '#lib/services/publication/join-round'
import { type LocalChains, startChains } from '#sandbox/chains'
import { sandboxVariables } from '#sandbox/settings'
import { anchorWaiting } from '#testing/anchor-waiting'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
let chains: LocalChains
let ctx: Awaited<ReturnType<typeof openContext>>
beforeAll(async () => {
  database = await createTestDatabase()
  chains = await startChains()
  const settings = sandboxVariables({
    databaseUrl: database.url,
    baseUrl: 'http://cairn.test',
    chains,
    mediaFolder: '/nowhere',
    secrets: {
      secretKey: 's'.repeat(32),
      cronSecret: 'c'.repeat(32),
      enterpriseApiKey: 'unused',
      pushKey: '',
    },
  })
  ctx = await openContext(parseEnv({ ...settings, ANCHOR_MAX_LEAVES: '3', LOG_LEVEL: 'silent' }), {
    service: 'test',
  })
})
afterAll(async () => {
  await ctx?.close()
  await chains?.stop()
  await database?.close()
})

const bytes = () => new Uint8Array(randomBytes(32))

test('a tree with films of a round that is still open in the restored database is found by its leaves and published', async () => {
  const films = await ctx.db.transaction(async (tx) => {
    const roundId = await joinRound({ tx, ctx, contents: 'films' })
    const place = { cell: geohashToCell('u33dbb')!, capturedAt: new Date('2026-05-01T12:00:00Z') }
    const delivered = { ...place, roundId, readyAt: null }
    const rows = [1, 2, 3].map(() => ({ ...delivered, sha256: bytes(), salt: bytes() }))
    return tx.insert(capture).values(rows).returning()
  })
  await anchorWaiting(ctx as Context, chains)
  expect(await ctx.db.$count(observation)).toBe(3)

  // The state of a backup from before the end of the round.
  await ctx.sql`delete from feed`
  await ctx.sql`delete from observation`
  await ctx.sql`update capture set tree_id = null, leaf_index = null, ready_at = null`
  await ctx.sql`delete from tree`
  await ctx.sql`update publication_round set ended_at = null, late_at = service_now() + interval '1 hour'`

  const chain = ctx.chains.get(8453)!
  const final = Number(await chain.client.getBlockNumber())
  const replayed = await replayTrees({ ctx: ctx as Context, input: { chain, final, ledgerFromBlock: 0 } })
  expect(replayed).toEqual({ published: [1], lost: [], conflicts: [] })
  expect(await ctx.db.$count(observation)).toBe(films.length)
  // The captures already have a tree, so the end of the round gives them no other.
  await ctx.sql`update publication_round set early_at = opened_at, late_at = opened_at`
  await endRounds({ ctx })
  expect((await ctx.db.select().from(capture)).map(({ treeId }) => treeId)).toEqual([1, 1, 1])
})
