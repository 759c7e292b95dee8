import type { TransactionSql } from 'postgres'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { mine, setAutomine } from '#sandbox/chain-controls'
import { fundsAtomic, type OrderFixture, priceAtomic, startOrderFixture } from '#testing/order-fixture'
import { type PaidServiceChild, startPaidServiceChild } from '#testing/paid-service-child'
import { until } from '#testing/until'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())
beforeEach(() => fixture.begin())

/** A payment that was sent. Each has another payer. */
type Try = { payer: OrderFixture['payer']; header: string; answer: Promise<Response | 'no answer'> }

// A process takes a second to start, so where payments cannot affect each other, one process is killed in the middle of all.
describe('a service that is killed with SIGKILL', () => {
  const signAsNewPayer = async (child: PaidServiceChild) => {
    await fixture.changePayer()
    return { payer: fixture.payer, header: await fixture.sign(child.url) }
  }
  const send = (signed: Omit<Try, 'answer'>, child: PaidServiceChild): Try => ({
    ...signed,
    answer: fixture.pay(signed.header, child.url).catch(() => 'no answer' as const),
  })
  const killAmid = async (child: PaidServiceChild, ...tries: Try[]) => {
    child.kill()
    for (const { answer } of tries) expect(await answer).toBe('no answer')
  }
  /** The fixture asks about the payer of this payment from now on. */
  const turnTo = ({ payer }: Try) => {
    fixture.payer = payer
  }
  /** Sends the payment until a statement waits for the table, which `sql` locks. */
  const payUntilWriting = async (
    sql: TransactionSql,
    child: PaidServiceChild,
    { table, signed }: { table: string; signed: Omit<Try, 'answer'> },
  ) => {
    await sql.unsafe(`lock table ${table} in access exclusive mode`)
    const paying = send(signed, child)
    const waiting = await until(
      async () => {
        const pids = await sql<{ pid: number }[]>`
          select pid from pg_locks where not granted and relation = ${table}::regclass
            and database = (select oid from pg_database where datname = current_database())`
        return pids.length > 0 && pids
      },
      { what: `a write to ${table}` },
    )
    return { ...paying, pids: waiting.map(({ pid }) => pid) }
  }
  /** Pays through a process that is killed at its first write to each table, together with these statements. */
  const dieWriting = async (...tables: ('bounty_order' | 'settlement' | 'bounty')[]): Promise<Try[]> => {
    const child = await startChild(fixture.settings)
    // Signed before, so that the locks are held only for a moment: a statement that waits for 15 s is cancelled.
    const payments: { table: string; signed: Omit<Try, 'answer'> }[] = []
    for (const table of tables) payments.push({ table, signed: await signAsNewPayer(child) })
    return fixture.database.sql.begin(async (sql) => {
      const tries: (Try & { pids: number[] })[] = []
      for (const one of payments) tries.push(await payUntilWriting(sql, child, one))
      await killAmid(child, ...tries)
      for (const { pids } of tries) for (const pid of pids) await sql`select pg_terminate_backend(${pid})`
      return tries
    })
  }

  test('in the settlement: one payment is completed by its retry alone, another by the reconciliation, and its retry gets that bounty', async () => {
    const child = await startChild(fixture.settings)
    const chain = createPublicClient({ transport: http(fixture.network.rpcUrl) })
    const reachedPool = ({ payer }: Try) =>
      until(
        async () => {
          const { transactions } = await chain.getBlock({ blockTag: 'pending', includeTransactions: true })
          return transactions.some(({ input }) => input.includes(payer.address.slice(2).toLowerCase()))
        },
        { what: 'the settlement in the pool' },
      )
    const signed = [await signAsNewPayer(child), await signAsNewPayer(child)] as const
    await setAutomine(fixture.network.rpcUrl, false)
    const retried = send(signed[0], child)
    const reconciled = send(signed[1], child)
    await reachedPool(retried)
    await reachedPool(reconciled)
    await killAmid(child, retried, reconciled)
    await setAutomine(fixture.network.rpcUrl, true)
    await mine(fixture.network.rpcUrl)
    for (const one of [reconciled, retried]) {
      turnTo(one)
      expect(await fixture.payments()).toMatchObject([{ state: 'settling' }])
      expect(await fixture.bounties()).toEqual([])
    }
    await fixture.expectServed(await fixture.pay(retried.header))

    turnTo(reconciled)
    await fixture.endLease()
    expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({ settled: 1 })
    const [made] = await fixture.bounties()
    expect(made).toMatchObject({ state: 'paid' })
    expect((await fixture.expectServed(await fixture.pay(reconciled.header))).bounty_id).toBe(made!.bountyId)
  })

  test('before an order is kept, before another is settled, and between a settlement and its bounty: nothing is half done, and all three payments can be sent again', async () => {
    // The tables in the order in which an order writes them, the last one first: no payment passes a table that is locked.
    const [settled, kept, claimed] = (await dieWriting('bounty', 'settlement', 'bounty_order')) as [
      Try,
      Try,
      Try,
    ]
    turnTo(settled)
    expect(await fixture.payments()).toMatchObject([{ state: 'settling' }])
    expect(await fixture.balance()).toBe(fundsAtomic - priceAtomic)
    await fixture.expectServed(await fixture.pay(settled.header))

    turnTo(claimed)
    expect(await fixture.payments()).toMatchObject([{ state: 'claimed' }])
    await fixture.endLease()
    turnTo(kept)
    expect(await fixture.payments()).toMatchObject([{ state: 'settling' }])
    await fixture.endLease()
    expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({
      voided: 1,
      settled: 0,
      open: 1,
    })
    for (const one of [claimed, kept]) {
      turnTo(one)
      expect(await fixture.balance()).toBe(fundsAtomic)
      await fixture.expectServed(await fixture.pay(one.header))
    }
  })
})

const children: PaidServiceChild[] = []
afterAll(() => {
  for (const child of children) child.kill()
})

async function startChild(childSettings: Record<string, string>): Promise<PaidServiceChild> {
  const child = await startPaidServiceChild(childSettings)
  children.push(child)
  return child
}
