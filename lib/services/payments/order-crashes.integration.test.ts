import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { mine, setAutomine } from '#sandbox/chain-controls'
import { fundsAtomic, type OrderStand, priceAtomic, startOrderStand } from '#testing/order-stand'
import { type PaidServiceChild, startPaidServiceChild } from '#testing/paid-service-child'
import { until } from '#testing/until'

let stand: OrderStand
beforeAll(async () => {
  stand = await startOrderStand()
})
afterAll(() => stand?.close())
beforeEach(() => stand.begin())

describe('a service that is killed with SIGKILL', () => {
  /** Pays through a process that dies while its transaction is waiting for a block. */
  const dieSettling = async () => {
    const child = await startChild(stand.settings)
    const header = await stand.sign(child.url)
    await setAutomine(stand.network.rpcUrl, false)
    const lost = stand.pay(header, child.url).catch(() => 'no answer')
    const chain = createPublicClient({ transport: http(stand.network.rpcUrl) })
    await until(async () => (await chain.getBlock({ blockTag: 'pending' })).transactions.length > 0, {
      what: 'the settlement in the pool',
    })
    child.kill()
    expect(await lost).toBe('no answer')
    await setAutomine(stand.network.rpcUrl, true)
    await mine(stand.network.rpcUrl)
    expect(await stand.payments()).toMatchObject([{ state: 'settling' }])
    expect(await stand.bounties()).toEqual([])
    return header
  }
  /** Pays through a process that is killed at its first write to a table, together with that statement. */
  const dieWriting = async (table: 'bounty_order' | 'settlement' | 'bounty') => {
    const child = await startChild(stand.settings)
    const header = await stand.sign(child.url)
    await stand.database.sql.begin(async (sql) => {
      await sql.unsafe(`lock table ${table} in access exclusive mode`)
      const lost = stand.pay(header, child.url).catch(() => 'no answer')
      const waiting = await until(
        async () => {
          const pids = await sql<{ pid: number }[]>`
            select pid from pg_locks where not granted and relation = ${table}::regclass
              and database = (select oid from pg_database where datname = current_database())`
          return pids.length > 0 && pids
        },
        { what: `a write to ${table}` },
      )
      child.kill()
      expect(await lost).toBe('no answer')
      for (const { pid } of waiting) await sql`select pg_terminate_backend(${pid})`
    })
    return header
  }
  test('in the settlement: the reconciliation makes the bounty, the retry gets its id and token', async () => {
    const header = await dieSettling()
    await stand.endLease()
    expect(await reconcilePayments({ ctx: stand.service.ctx })).toMatchObject({ settled: 1 })
    const [made] = await stand.bounties()
    expect(made).toMatchObject({ state: 'paid' })
    expect((await stand.expectServed(await stand.pay(header))).bounty_id).toBe(made!.bountyId)
  })

  test('in the settlement: the retry alone is enough, at once', async () => {
    const header = await dieSettling()
    await stand.expectServed(await stand.pay(header))
  })

  test('before the order is kept: the claim is void, and the same payment is good', async () => {
    const header = await dieWriting('bounty_order')
    expect(await stand.payments()).toMatchObject([{ state: 'claimed' }])
    await stand.endLease()
    expect(await reconcilePayments({ ctx: stand.service.ctx })).toMatchObject({ voided: 1 })
    expect(await stand.balance()).toBe(fundsAtomic)
    await stand.expectServed(await stand.pay(header))
  })

  test('between the order and its settlement: nothing is charged, and the retry settles it', async () => {
    const header = await dieWriting('settlement')
    expect(await stand.payments()).toMatchObject([{ state: 'settling' }])
    expect(await stand.balance()).toBe(fundsAtomic)
    await stand.endLease()
    expect(await reconcilePayments({ ctx: stand.service.ctx })).toMatchObject({ settled: 0, open: 1 })
    await stand.expectServed(await stand.pay(header))
  })

  test('between the settlement and the bounty: neither is half done, and the retry gets both', async () => {
    const header = await dieWriting('bounty')
    expect(await stand.payments()).toMatchObject([{ state: 'settling' }])
    expect(await stand.balance()).toBe(fundsAtomic - priceAtomic)
    await stand.expectServed(await stand.pay(header))
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
