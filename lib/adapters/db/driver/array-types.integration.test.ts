import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrayText } from '#lib/adapters/db/array-text'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed())

test.each<[string, fc.Arbitrary<unknown>]>([
  ['text', fc.oneof(text, fc.constantFrom('', 'NULL', 'null', '\\', '"', '{}', ',', '\\x6162', ' a '))],
  ['varchar', text],
  ['uuid', fc.uuid()],
  ['int', fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })],
  ['smallint', fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })],
  ['float8', fc.double({ noNaN: false }).map((value) => (Object.is(value, -0) ? 0 : value))],
  ['bigint', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)],
  ['boolean', fc.boolean()],
  ['bytea', fc.uint8Array().map((bytes) => Buffer.from(bytes))],
])('any list of %s is read back unchanged, including null elements', async (type, element) => {
  const client = openClient(database.url, { max: 1 })
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(element), { maxLength: 6 }), async (list) => {
        const parameter = ['boolean', 'bytea'].includes(type)
          ? client`${arrayText(list)}::text`
          : client`${list as never}`
        const [row] = await client`select ${parameter}::${client.unsafe(type)}[] as list`
        expect(row!.list).toEqual(list)
      }),
      { numRuns: 60 },
    )
  } finally {
    await client.end()
  }
})

test('UPSTREAM: postgres.js alone reads a null element as a value', async () => {
  const client = postgres(database.url, { max: 1 })
  const [row] = await client`
    select array[1, null] as numbers, array[true, null] as flags, array['a', null] as words`
  await client.end()
  expect(row).toEqual({ numbers: [1, Number.NaN], flags: [true, false], words: ['a', 'NULL'] })
})
