import { eq } from 'drizzle-orm'
import type { PendingQuery, Row } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainTx } from '#db/schema/outbox'
import { event } from '#db/schema/service'
import { currentFees } from '#lib/adapters/chain/fees'
import { broadcast, storeSigned } from '#lib/adapters/chain/outbox'
import type { Signer } from '#lib/adapters/chain/signer'
import { type Database, openDatabase, type Sql } from '#lib/adapters/db'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type OutboxFixture, startOutboxFixture } from '#testing/outbox-fixture'
import { patienceMs } from '#testing/until'

let database: TestDatabase
let fixture: OutboxFixture
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  fixture = await startOutboxFixture(database)
})
afterEach(() => fixture.anvil.stop())

const note = (label: string) => (sql: Sql) =>
  sql`
  insert into event (subject, subject_id, name) select 'payment', stored.id::text, ${label} from stored`
const failing = (sql: Sql) => sql`
  insert into event (subject, subject_id, name) select null, stored.id::text, 'impossible' from stored`

async function store(
  options: {
    ctx?: Pick<Database, 'db' | 'sql'>
    beside?: (sql: Sql) => PendingQuery<Row[]>
    signer?: Signer
  } = {},
) {
  const { chain } = fixture
  const { signer = fixture.signer } = options
  const fees = await currentFees({ chain })
  const intent = fixture.payment()
  const beside = options.beside ?? note('stored')
  const signed = await storeSigned({
    ctx: options.ctx ?? database,
    chain,
    signer,
    intent,
    gasLimit: 21_000n,
    fees,
    beside,
  })
  // Other processes were first each time, so wait for the row lock, as the facilitator does.
  return signed ?? fixture.sign(fixture.payment())
}

describe('stored in one statement', () => {
  test('a transaction lies there with its nonce, its bytes and the rows beside it, and is mined', async () => {
    const first = await store()
    const second = await store()
    expect([first.nonce, second.nonce]).toEqual([0, 1])
    const notes = await database.db
      .select()
      .from(event)
      .where(eq(event.subjectId, String(first.txId)))
    expect(notes.map((row) => row.name)).toEqual(['stored'])
    for (const signed of [first, second]) {
      const receipt = await broadcast({ ctx: fixture.ctx, chain: fixture.chain, signed, waitMs: patienceMs })
      expect(receipt?.transactionHash).toBe(signed.hash)
    }
    expect(await fixture.paid()).toBe(2n)
  })

  test('when a row beside it fails nothing is stored and the nonce stays free', async () => {
    await expect(store({ beside: failing })).rejects.toThrow(/null value/)
    const rows = await database.db
      .select()
      .from(chainTx)
      .where(eq(chainTx.sender, fixture.signer.address.toLowerCase()))
    expect(rows).toEqual([])
    expect((await store()).nonce).toBe(0)
  })

  test('two processes and `signNow` on one key use each nonce once, without a gap', async () => {
    const other = openDatabase(database.url, { maxConnections: 4 })
    const stored = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 3 === 0
          ? fixture.sign(fixture.payment())
          : store({ ctx: index % 3 === 1 ? database : other }),
      ),
    )
    expect(stored.map((signed) => signed.nonce).sort((a, b) => a - b)).toEqual(
      stored.map((_, index) => index),
    )
    const sent = stored.map((signed) =>
      broadcast({ ctx: fixture.ctx, chain: fixture.chain, signed, waitMs: patienceMs }),
    )
    expect((await Promise.all(sent)).every((receipt) => receipt?.status === 'success')).toBe(true)
    expect(await fixture.paid()).toBe(24n)
    await other.close()
  })

  test('two processes that take turns with one key sign each transaction once, after each has met the other', async () => {
    const other = openDatabase(database.url, { maxConnections: 4 })
    let signatures = 0
    const signer: Signer = {
      ...fixture.signer,
      signTransaction: (transaction) => {
        signatures += 1
        return fixture.signer.signTransaction(transaction)
      },
    }
    const takeTurns = async () => {
      for (const ctx of [database, other]) await store({ ctx, signer })
    }
    await takeTurns()
    await takeTurns()
    signatures = 0
    await takeTurns()
    await takeTurns()
    expect(signatures).toBe(4)
    await other.close()
  })

  test('a crash right after it: the sender queue sends the stored bytes', async () => {
    const { txId } = await store()
    await fixture.finish(txId)
    expect(await fixture.paid()).toBe(1n)
  })
})
