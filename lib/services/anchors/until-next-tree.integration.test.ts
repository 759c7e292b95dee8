import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { publicationRound } from '#db/schema/publication-round'
import { parseEnv } from '#lib/adapters/env'
import { untilNextTree } from '#lib/services/anchors/until-next-tree'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { unchainedSettings } from '#testing/unchained-settings'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

/** Seconds until the next tree, rounded to the nearest ten because the test itself takes time. */
async function secondsUntilNextTree(): Promise<number | undefined> {
  const env = parseEnv({ ...unchainedSettings(database.url), ANCHOR_MAX_AGE_SECONDS: '600' })
  const ms = await untilNextTree({ ctx: { db: database.db, env } })
  return ms === undefined ? undefined : Math.round(ms / 10_000) * 10
}

test('a tree is due when its oldest capture has its age, or when a round may be over', async () => {
  const { db } = database
  expect(await secondsUntilNextTree()).toBeUndefined()

  const inSeconds = (seconds: number) => sql`service_now() + make_interval(secs => ${seconds})`
  await db.insert(publicationRound).values({
    contents: 'films',
    openedAt: inSeconds(-200),
    earlyAt: inSeconds(-100),
    lateAt: inSeconds(900),
  })
  expect(await secondsUntilNextTree()).toBe(900)

  await db
    .insert(publicationRound)
    .values({ contents: 'manifests', earlyAt: inSeconds(800), lateAt: inSeconds(900) })
  expect(await secondsUntilNextTree()).toBe(800)

  await db.insert(capture).values({
    sha256: new Uint8Array(randomBytes(32)),
    cell: 700_000,
    capturedAt: new Date('2026-05-01T12:00:00Z'),
    salt: new Uint8Array(randomBytes(32)),
    readyAt: inSeconds(-200),
  })
  expect(await secondsUntilNextTree()).toBe(400)
})
