import { afterAll, beforeAll, expect, test } from 'vitest'
import { realClock } from '#lib/adapters/clock'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { getBoardEntry } from '#lib/services/bounties/get-board-entry'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const entryOf = (bountyId: string) =>
  getBoardEntry({ ctx: { db: database.db, clock: realClock }, input: { bountyId } })

test.each(bountyStates)('a bounty is on the board in all states after it is posted: %s', async (state) => {
  const row = await insertBounty(database.db, state)
  if (row.onchainId === null) {
    await expect(entryOf(row.bountyId)).rejects.toMatchObject({ code: 'not_found' })
    expect(['paid', 'creating', 'failed']).toContain(state)
  } else {
    expect(await entryOf(row.bountyId)).toMatchObject({ state, onchainId: row.onchainId })
  }
})

test.each(['', 'nothing', "' or true --", '\ud83d', '\0', '%00'])(
  'an unknown bounty is not found: %j',
  async (bountyId) => {
    await expect(entryOf(bountyId)).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('an entry has no private facts: neither the payer nor the token', async () => {
  const row = await insertBounty(database.db, 'accepted')
  const entry = await entryOf(row.bountyId)
  expect(Object.keys(entry).sort()).toEqual(
    [
      'bountyId',
      'state',
      'hidden',
      'cancelled',
      'title',
      'brief',
      'geohash',
      'amountUsdc',
      'deadline',
      'isOver',
      'chainId',
    ]
      .concat(['escrow', 'onchainId', 'numberIsFinal', 'createTx', 'paidAt', 'poster', 'filmCount'])
      .sort(),
  )
  expect(JSON.stringify(entry)).not.toContain(row.payer.slice(2))
})

test('text by strangers cannot reverse or hide the text around it', async () => {
  const row = await insertBounty(database.db, 'open', {
    title: 'Square\u202e erauqs\nin one line',
    brief: 'first\r\nsecond\u200b\u2066 <b>third</b>',
  })
  expect(await entryOf(row.bountyId)).toMatchObject({
    title: 'Square erauqs in one line',
    brief: 'first\nsecond <b>third</b>',
  })
})

test('its place is the one in its brief, with at most six characters', async () => {
  const placed = await insertBounty(database.db, 'open', {
    brief: 'Once around the well.\r\nPlace: geohash U33DB2WXYZ\r\nBy day.',
  })
  expect(await entryOf(placed.bountyId)).toMatchObject({
    geohash: 'u33db2',
    brief: 'Once around the well.\nPlace: geohash u33db2\nBy day.',
  })
  expect(await entryOf((await insertBounty(database.db, 'open')).bountyId)).toMatchObject({ geohash: null })
})

test('positions in its words are published as their cells', async () => {
  const { bountyId } = await insertBounty(database.db, 'open', {
    title: 'The well at 43.77312345, 11.25498765 (geohash srb1008uvcq)',
    brief: 'Once around lat 43.77312, lon 11.25498.\nPlace: 43.77312345 11.25498765',
  })
  expect(await entryOf(bountyId)).toMatchObject({
    title: 'The well at geohash srb100 (geohash srb100)',
    brief: 'Once around geohash srb100.\nPlace: geohash srb100',
    geohash: 'srb100',
  })
})

test('a bounty without a stored place has none, as in the lists, and its line stays coarse', async () => {
  const { bountyId } = await insertBounty(database.db, 'open', {
    brief: 'Once around the well.\nPlace: 48.1391, 11.5656',
  })
  await database.sql`
    update bounty set place_geohash = null, place_latitude = null, place_longitude = null where bounty_id = ${bountyId}`
  expect(await entryOf(bountyId)).toMatchObject({
    geohash: null,
    brief: 'Once around the well.\nPlace: geohash u281z5',
  })
})

test('it counts as over from its deadline on', async () => {
  const row = await insertBounty(database.db, 'open', { deadline: new Date('2026-11-21T10:00:00Z') })
  const at = (time: string) =>
    getBoardEntry({
      ctx: { db: database.db, clock: { ...realClock, now: () => new Date(time) } },
      input: { bountyId: row.bountyId },
    })
  expect((await at('2026-11-21T09:59:59.999Z')).isOver).toBe(false)
  expect((await at('2026-11-21T10:00:00Z')).isOver).toBe(true)
})
