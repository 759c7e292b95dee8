import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '#lib/adapters/db'
import { commitAs, commitTransactionAs, durable, givenRows, mayBeLost } from '#lib/adapters/durability'
import { createTestDatabase, type TestDatabase } from '#testing/database'

const lossy = mayBeLost('this is a test')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

/** The setting after a statement, in the transaction that it commits in. */
async function settingAfter(
  byDefault: 'on' | 'off',
  statement: (sql: Sql) => PromiseLike<unknown>,
): Promise<string> {
  return database.sql.begin(async (sql: TransactionSql) => {
    await sql`select set_config('synchronous_commit', ${byDefault}, true)`
    await statement(sql as unknown as Sql)
    const [row] = await sql<{ setting: string }[]>`select current_setting('synchronous_commit') as setting`
    return row!.setting
  }) as Promise<string>
}

const rows = [{ id: 1 }, { id: 2 }]
const given = (sql: Sql, durability: typeof durable) =>
  givenRows(sql, { rows, columns: sql`id bigint`, durability })

test.each([
  ['on', durable],
  ['off', lossy],
] as const)(
  'a statement commits with synchronous_commit = %s, against the default',
  async (wanted, durability) => {
    const byDefault = wanted === 'on' ? 'off' : 'on'
    expect(await settingAfter(byDefault, (sql) => sql`select ${commitAs(sql, durability)}`)).toBe(wanted)
    expect(
      await settingAfter(byDefault, (sql) => sql`with ${given(sql, durability)} select from given`),
    ).toBe(wanted)
    const inTransaction = await database.db.transaction(async (tx) => {
      await commitTransactionAs(tx, durability)
      const [row] = await tx.execute<{ setting: string }>(
        `select current_setting('synchronous_commit') as setting`,
      )
      return row!.setting
    })
    expect(inTransaction).toBe(wanted)
  },
)

test('the setting ends with its statement', async () => {
  const { sql } = database
  const setting = () => sql<{ setting: string }[]>`select current_setting('synchronous_commit') as setting`
  const [before] = await setting()
  await sql`select ${commitAs(sql, durable)}`
  await sql`select ${commitAs(sql, lossy)}`
  expect((await setting())[0]).toEqual(before)
})

test('all given rows arrive, and the planner expects one', async () => {
  const { sql } = database
  expect(await sql`with ${given(sql, lossy)} select id::int from given`).toEqual(rows)
  const [plan] = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[]>`
    explain (format json) with ${given(sql, lossy)} select id from given`
  expect(plan!['QUERY PLAN'][0]!.Plan['Plan Rows']).toBe(1)
})
