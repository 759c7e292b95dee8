import { decodePaymentResponseHeader } from '@x402/core/http'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSigner } from '#lib/adapters/chain/signer'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { advanceChain, fundUsdc, mine, setAutomine } from '#lib/sandbox/chain-controls'
import { type LocalChains, startChains } from '#lib/sandbox/chains'
import { bountyPath, postBounty, withToken } from '#lib/sandbox/testing/bounty-request'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import {
  createPayer,
  type PaidService,
  type Payer,
  settingsFor,
  signPayment,
  startPaidService,
  treasury,
  usdcBalance,
  withPayment,
} from '#lib/sandbox/testing/paid-service'
import { type PaidServiceChild, startPaidServiceChild } from '#lib/sandbox/testing/paid-service-child'
import { startTcpProxy, type TcpProxy } from '#lib/sandbox/testing/tcp-proxy'
import { cancelPayment, drain, replayAsStranger } from '#lib/sandbox/testing/token-moves'
import { until } from '#lib/sandbox/testing/until'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { markSettled } from '#lib/services/payments/close-payment'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { settleOrder } from '#lib/services/payments/settle-order'

const base = 'eip155:8453'
const usdc = 1_000_000n
const priceAtomic = 50n * usdc
const fundsAtomic = 60n * usdc

let chains: LocalChains
let network: LocalChains['networks'][typeof base]
let database: TestDatabase
let databaseProxy: TcpProxy
let rpcProxy: TcpProxy
let settings: Record<string, string>
/** Reaches the database and Base through the proxies. */
let service: PaidService
let payer: Payer
/** Run around the settlement, once the facilitator is asked. */
let beforeSettle: (() => Promise<unknown>) | undefined
let afterSettle: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  network = chains.networks[base]
  ;[databaseProxy, rpcProxy] = await Promise.all([startTcpProxy(database.url), startTcpProxy(network.rpcUrl)])
  settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
  service = await startPaidService({
    settings: { ...settings, DATABASE_URL: databaseProxy.url, RPC_URLS_8453: rpcProxy.url },
    facilitator: (ctx): Facilitator => {
      const own = createBuiltInFacilitator({ ctx, signer: createSigner(ctx.env.relayerKey!), waitMs: 1_500 })
      return {
        ...own,
        settle: async (payload, requirements) => {
          await beforeSettle?.()
          const settled = await own.settle(payload, requirements)
          await afterSettle?.()
          return settled
        },
      }
    },
  })
})
afterAll(async () => {
  await service?.close()
  await Promise.all([databaseProxy?.close(), rpcProxy?.close()])
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  beforeSettle = afterSettle = undefined
  await setAutomine(network.rpcUrl, true)
  // What earlier tests left open is not what this one counts.
  await database.sql`update payment set closed_at = now() where closed_at is null`
  payer = await createPayer(chains, fundsAtomic)
})

const sign = (url = service.url) =>
  signPayment({ url: url + bountyPath, init: postBounty(), payer, network: base })
const pay = (header: string, url = service.url) => fetch(url + bountyPath, withPayment(postBounty(), header))
const balance = () => usdcBalance(network, payer.address)
const treasuryBalance = () => usdcBalance(network, treasury)
const receiptOf = (response: Response) =>
  decodePaymentResponseHeader(response.headers.get('payment-response')!)
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>
const payments = () =>
  database.sql<{ id: string; state: string }[]>`
    select id, state from payment where payer = ${payer.address.toLowerCase()} order by id`
const bounties = () =>
  database.sql<{ bountyId: string; state: string }[]>`
    select bounty_id as "bountyId", state from bounty where payer = ${payer.address.toLowerCase()}`

/** The payer was charged once and has one bounty, which the answer's token opens. */
async function expectServed(response: Response): Promise<CreatedBounty> {
  expect(response.status).toBe(201)
  const made = (await response.json()) as CreatedBounty
  expect(await bounties()).toEqual([{ bountyId: made.bounty_id, state: 'paid' }])
  expect(await payments()).toMatchObject([{ state: 'settled' }])
  expect(await balance()).toBe(fundsAtomic - priceAtomic)
  expect(receiptOf(response)).toMatchObject({ success: true, transaction: made.payment_tx })
  const got = await fetch(`${service.url}${bountyPath}/${made.bounty_id}`, withToken(made.agent_token))
  expect(got.status).toBe(200)
  return made
}

async function expectPending(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(await bodyOf(response)).toMatchObject({ error: 'settlement_pending' })
  expect(response.headers.get('retry-after')).toBe('2')
  expect(response.headers.get('payment-required')).toBeNull()
  expect(receiptOf(response)).toMatchObject({ success: false, errorReason: 'settlement_pending' })
}

describe('a client that signs anew instead of showing its payment again', () => {
  test('is not charged a second time while the first payment is being settled', async () => {
    await setAutomine(network.rpcUrl, false)
    const first = await sign()
    await expectPending(await pay(first))
    const second = await sign()
    const held = await pay(second)
    expect(held.status).toBe(503)
    expect(held.headers.get('payment-required')).toBeNull()
    expect(await bodyOf(held)).toMatchObject({ error: 'settlement_pending' })
    expect(await payments()).toHaveLength(1)

    await setAutomine(network.rpcUrl, true)
    await mine(network.rpcUrl)
    await expectServed(await pay(first))
  })

  test('and means both: the second waits until the first is settled', async () => {
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, priceAtomic)
    let settleFirst = () => {}
    const untilLet = new Promise<void>((resolve) => {
      settleFirst = resolve
    })
    let asked = 0
    beforeSettle = async () => {
      asked += 1
      if (asked === 1) await untilLet
    }
    const first = pay(await sign())
    await until(() => asked === 1, { what: 'the first payment is being settled' })
    let answered = false
    const second = pay(await sign()).finally(() => {
      answered = true
    })
    // What would not wait was answered by now: this one, sent later, is.
    expect((await fetch(service.url + bountyPath, postBounty({ title: 'Another one' }))).status).toBe(402)
    await until(async () => (await payments()).length === 1 && !answered, { what: 'the second waits' })
    settleFirst()
    expect([(await first).status, (await second).status]).toEqual([201, 201])
    expect(await bounties()).toHaveLength(2)
  })

  test('may order the same again once the first is settled', async () => {
    expect((await pay(await sign())).status).toBe(201)
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, priceAtomic)
    expect((await pay(await sign())).status).toBe(201)
    expect(await bounties()).toHaveLength(2)
  })
})

describe('a settlement that fails', () => {
  test('because the payer moved the money away: 402 and no bounty, and good again once it is back', async () => {
    const header = await sign()
    beforeSettle = () => drain(network, payer, fundsAtomic)
    const refused = await pay(header)
    expect(refused.status).toBe(402)
    const body = await bodyOf(refused)
    expect(body).toMatchObject({ reason: 'invalid_exact_evm_insufficient_balance' })
    expect(body).not.toHaveProperty('agent_token')
    expect(await payments()).toMatchObject([{ state: 'failed' }])
    expect(await bounties()).toEqual([])

    beforeSettle = undefined
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, fundsAtomic)
    await expectServed(await pay(header))
  })

  test('because the payer cancelled the authorization: 402 and never a bounty', async () => {
    const header = await sign()
    beforeSettle = () => cancelPayment(network, payer, header, 'USD Coin')
    for (const _again of [1, 2]) {
      const refused = await pay(header)
      expect(refused.status).toBe(402)
      expect(await bodyOf(refused)).toMatchObject({ reason: 'invalid_exact_evm_nonce_already_used' })
    }
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ settled: 0 })
    expect(await bounties()).toEqual([])
    expect(await balance()).toBe(fundsAtomic)
  })

  test('and is replayed by a stranger afterwards: the reconciliation makes the bounty, the payer gets its token', async () => {
    const header = await sign()
    beforeSettle = () => drain(network, payer, fundsAtomic)
    expect((await pay(header)).status).toBe(402)
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, fundsAtomic)
    const transaction = await replayAsStranger(network, header)
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ settled: 1 })
    expect(await bounties()).toMatchObject([{ state: 'paid' }])
    expect((await expectServed(await pay(header))).payment_tx).toBe(transaction)
  })
})

test('a stranger who sends the authorization first changes nothing: one bounty, charged once', async () => {
  const before = await treasuryBalance()
  const header = await sign()
  let transaction: string | undefined
  beforeSettle = async () => {
    transaction ??= await replayAsStranger(network, header)
  }
  const made = await expectServed(await pay(header))
  expect(made.payment_tx).toBe(transaction)
  expect(await pay(header).then((response) => response.json())).toEqual(made)
  expect((await treasuryBalance()) - before).toBe(priceAtomic)
})

test('while the outcome is unknown: 503, never a new price; then the same header is answered', async () => {
  const header = await sign()
  await setAutomine(network.rpcUrl, false)
  try {
    await expectPending(await pay(header))
    expect(await bounties()).toEqual([])
    await mine(network.rpcUrl)
    await expectServed(await pay(header))
  } finally {
    await setAutomine(network.rpcUrl, true)
  }
})

describe('once the money moved', () => {
  test('and the database is away: 503, and 201 when it is back', async () => {
    const header = await sign()
    afterSettle = () => databaseProxy.cut()
    await expectPending(await pay(header))
    expect(await balance()).toBe(fundsAtomic - priceAtomic)
    const whileAway = await pay(header)
    expect(whileAway.status).toBe(503)
    expect(whileAway.headers.get('payment-required')).toBeNull()
    afterSettle = undefined
    await databaseProxy.restore()
    const served = await until(
      async () => {
        const response = await pay(header)
        return response.status === 201 && response
      },
      { what: 'the database is back' },
    )
    await expectServed(served)
  })

  test('and the chain is away: 503, also when asked again, and 201 when it is back', async () => {
    const header = await sign()
    afterSettle = () => rpcProxy.cut()
    await expectPending(await pay(header))
    await database.sql`update payment set claimed_until = now() where payer = ${payer.address.toLowerCase()}`
    await expectPending(await pay(header))
    expect(await bounties()).toEqual([])
    await rpcProxy.restore()
    await expectServed(await pay(header))
  })

  test('and the chain is away while a payment that failed is shown again: 503, never a new price', async () => {
    const header = await sign()
    beforeSettle = () => drain(network, payer, fundsAtomic)
    expect((await pay(header)).status).toBe(402)
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, fundsAtomic)
    await replayAsStranger(network, header)
    await rpcProxy.cut()
    await expectPending(await pay(header))
    await rpcProxy.restore()
    await expectServed(await pay(header))
  })

  test('and the caller never comes back: the reconciliation makes the bounty all the same', async () => {
    const header = await sign()
    afterSettle = () => rpcProxy.cut()
    await expectPending(await pay(header))
    await rpcProxy.restore()
    await database.sql`update payment set claimed_until = now() where payer = ${payer.address.toLowerCase()}`
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ settled: 1 })
    const [made] = await bounties()
    expect(made).toMatchObject({ state: 'paid' })
    expect((await expectServed(await pay(header))).bounty_id).toBe(made!.bountyId)
  })

  test('eight that find it out at once make one bounty and one entry in the log', async () => {
    const header = await sign()
    afterSettle = () => rpcProxy.cut()
    const pending = await pay(header)
    await expectPending(pending.clone())
    await rpcProxy.restore()
    const { transaction } = receiptOf(pending)
    const [order] = await payments()
    const input = { id: Number(order!.id), transaction: transaction as `0x${string}` }
    await Promise.all(Array.from({ length: 8 }, () => settleOrder({ ctx: service.ctx, input })))
    const made = await expectServed(await pay(header))
    const events = await database.sql`select name from event where subject_id = ${made.bounty_id}`
    expect(events.map(({ name }) => name)).toEqual(['paid'])
  })

  test('nothing but its bounty settles an order', async () => {
    const header = await sign()
    afterSettle = () => rpcProxy.cut()
    const { transaction } = receiptOf(await pay(header))
    await rpcProxy.restore()
    const [order] = await payments()
    const id = Number(order!.id)
    await markSettled({ ctx: service.ctx, input: { id, transaction: transaction as `0x${string}` } })
    expect(await payments()).toMatchObject([{ state: 'settling' }])
    await expect(
      database.sql`update payment set state = 'settled', settle_tx = '\\x00' where id = ${id}`,
    ).rejects.toThrow('is settled and has no bounty')
    await expectServed(await pay(header))
  })
})

describe('killed with SIGKILL', () => {
  /** Pays through a process that dies with its transaction on its way into a block. */
  const dieSettling = async () => {
    const child = await startChild(settings)
    const header = await sign(child.url)
    await setAutomine(network.rpcUrl, false)
    const lost = pay(header, child.url).catch(() => 'no answer')
    const chain = createPublicClient({ transport: http(network.rpcUrl) })
    await until(async () => (await chain.getBlock({ blockTag: 'pending' })).transactions.length > 0, {
      what: 'the settlement in the pool',
    })
    child.kill()
    expect(await lost).toBe('no answer')
    await setAutomine(network.rpcUrl, true)
    await mine(network.rpcUrl)
    expect(await payments()).toMatchObject([{ state: 'settling' }])
    expect(await bounties()).toEqual([])
    return header
  }
  /** Pays through a process that dies, its statement with it, when it first writes to a table. */
  const dieWriting = async (table: 'bounty_order' | 'settlement' | 'bounty') => {
    const child = await startChild(settings)
    const header = await sign(child.url)
    await database.sql.begin(async (sql) => {
      await sql.unsafe(`lock table ${table} in access exclusive mode`)
      const lost = pay(header, child.url).catch(() => 'no answer')
      const waiting = await until(
        async () => {
          const pids = await sql<{ pid: number }[]>`
select pid from pg_locks where not granted and relation = ${table}::regclass`
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
  const endLease = () =>
    database.sql`update payment set claimed_until = now() where payer = ${payer.address.toLowerCase()}`

  test('in the settlement: the reconciliation makes the bounty, the retry gets its id and token', async () => {
    const header = await dieSettling()
    await endLease()
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ settled: 1 })
    const [made] = await bounties()
    expect(made).toMatchObject({ state: 'paid' })
    expect((await expectServed(await pay(header))).bounty_id).toBe(made!.bountyId)
  })

  test('in the settlement: the retry alone is enough, at once', async () => {
    const header = await dieSettling()
    await expectServed(await pay(header))
  })

  test('before the order is kept: the claim is void, and the same payment is good', async () => {
    const header = await dieWriting('bounty_order')
    expect(await payments()).toMatchObject([{ state: 'claimed' }])
    await endLease()
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ voided: 1 })
    expect(await balance()).toBe(fundsAtomic)
    await expectServed(await pay(header))
  })

  test('between the order and its settlement: nothing is charged, and the retry settles it', async () => {
    const header = await dieWriting('settlement')
    expect(await payments()).toMatchObject([{ state: 'settling' }])
    expect(await balance()).toBe(fundsAtomic)
    await endLease()
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ settled: 0, open: 1 })
    await expectServed(await pay(header))
  })

  test('between the settlement and the bounty: neither is half done, and the retry gets both', async () => {
    const header = await dieWriting('bounty')
    expect(await payments()).toMatchObject([{ state: 'settling' }])
    expect(await balance()).toBe(fundsAtomic - priceAtomic)
    await expectServed(await pay(header))
  })
})

// Last: its chain runs ahead of the payers' clocks from here on.
test('an order whose payment can never succeed any more: is closed, without a bounty', async () => {
  const header = await sign()
  beforeSettle = () => drain(network, payer, fundsAtomic)
  expect((await pay(header)).status).toBe(402)
  await advanceChain(network.rpcUrl, 120)
  expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ failed: 1 })
  expect(await bounties()).toEqual([])
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
