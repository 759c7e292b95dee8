import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSigner } from '#lib/adapters/chain/signer'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { mayUseKeys } from '#lib/services/freeze/compare-keys'
import { markSettled } from '#lib/services/payments/close-payment'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { settleOrder } from '#lib/services/payments/settle-order'
import { mine, setAutomine } from '#sandbox/chain-controls'
import { advanceChain, fundUsdc } from '#sandbox/local-chain'
import { bountyPath, postBounty } from '#testing/bounty-request'
import {
  bodyOf,
  expectPending,
  fundsAtomic,
  type OrderFixture,
  priceAtomic,
  startOrderFixture,
} from '#testing/order-fixture'
import { receiptOf, startPaidService } from '#testing/paid-service'
import { cancelPayment, drain, replayAsStranger } from '#testing/token-moves'
import { until } from '#testing/until'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())
beforeEach(() => fixture.begin())

describe('a client that signs a second payment instead of showing its first one again', () => {
  test('is not charged a second time while the first payment is being settled', async () => {
    await setAutomine(fixture.network.rpcUrl, false)
    const first = await fixture.sign()
    await expectPending(await fixture.pay(first))
    const second = await fixture.sign()
    const held = await fixture.pay(second)
    expect(held.status).toBe(503)
    expect(held.headers.get('payment-required')).toBeNull()
    expect(await bodyOf(held)).toMatchObject({ error: 'settlement_pending' })
    expect(await fixture.payments()).toHaveLength(1)

    await setAutomine(fixture.network.rpcUrl, true)
    await mine(fixture.network.rpcUrl)
    await fixture.expectServed(await fixture.pay(first))
  })

  test('and means both: the second waits until the first is settled', async () => {
    await fundUsdc(fixture.network.rpcUrl, fixture.network.usdc, fixture.payer.address, priceAtomic)
    let settleFirst = () => {}
    const untilLet = new Promise<void>((resolve) => {
      settleFirst = resolve
    })
    let asked = 0
    fixture.around.before = async () => {
      asked += 1
      if (asked === 1) await untilLet
    }
    const first = fixture.pay(await fixture.sign())
    await until(() => asked === 1, { what: 'the first payment is being settled' })
    let answered = false
    const second = fixture.pay(await fixture.sign()).finally(() => {
      answered = true
    })
    // If the second payment did not wait, it would be answered by now: this request was sent later and is.
    expect((await fetch(fixture.service.url + bountyPath, postBounty({ title: 'Another one' }))).status).toBe(
      402,
    )
    await until(async () => (await fixture.payments()).length === 1 && !answered, {
      what: 'the second waits',
    })
    settleFirst()
    expect([(await first).status, (await second).status]).toEqual([201, 201])
    expect(await fixture.bounties()).toHaveLength(2)
  })

  test('may order the same again once the first is settled', async () => {
    expect((await fixture.pay(await fixture.sign())).status).toBe(201)
    await fundUsdc(fixture.network.rpcUrl, fixture.network.usdc, fixture.payer.address, priceAtomic)
    expect((await fixture.pay(await fixture.sign())).status).toBe(201)
    expect(await fixture.bounties()).toHaveLength(2)
  })
})

describe('a settlement that fails', () => {
  test('because the payer moved the money away: 402 and no bounty, and good again once it is back', async () => {
    const header = await fixture.sign()
    fixture.around.before = () => drain(fixture.network, fixture.payer, fundsAtomic)
    const refused = await fixture.pay(header)
    expect(refused.status).toBe(402)
    const body = await bodyOf(refused)
    expect(body).toMatchObject({ reason: 'insufficient_funds' })
    expect(body).not.toHaveProperty('agent_token')
    expect(await fixture.payments()).toMatchObject([{ state: 'failed' }])
    expect(await fixture.bounties()).toEqual([])

    fixture.around.before = undefined
    await fundUsdc(fixture.network.rpcUrl, fixture.network.usdc, fixture.payer.address, fundsAtomic)
    await fixture.expectServed(await fixture.pay(header))
  })

  test('because the payer cancelled the authorization: 402 and never a bounty', async () => {
    const header = await fixture.sign()
    fixture.around.before = () => cancelPayment(fixture.network, fixture.payer, header, 'USD Coin')
    for (const _again of [1, 2]) {
      const refused = await fixture.pay(header)
      expect(refused.status).toBe(402)
      expect(await bodyOf(refused)).toMatchObject({ reason: 'invalid_exact_evm_nonce_already_used' })
    }
    expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({ settled: 0 })
    expect(await fixture.bounties()).toEqual([])
    expect(await fixture.balance()).toBe(fundsAtomic)
  })

  test('and is replayed by a stranger afterwards: the reconciliation makes the bounty, the payer gets its token', async () => {
    const header = await fixture.sign()
    fixture.around.before = () => drain(fixture.network, fixture.payer, fundsAtomic)
    expect((await fixture.pay(header)).status).toBe(402)
    await fundUsdc(fixture.network.rpcUrl, fixture.network.usdc, fixture.payer.address, fundsAtomic)
    const transaction = await replayAsStranger(fixture.network, header)
    expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({ settled: 1 })
    expect(await fixture.bounties()).toMatchObject([{ state: 'paid' }])
    expect((await fixture.expectServed(await fixture.pay(header))).payment_tx).toBe(transaction)
  })
})

test('a payment that failed, whose next taker dies, is watched on: a stranger who sends it then makes its bounty', async () => {
  const header = await fixture.sign()
  fixture.around.before = () => drain(fixture.network, fixture.payer, fundsAtomic)
  expect((await fixture.pay(header)).status).toBe(402)
  const [failed] = await fixture.payments()
  // It is claimed again, and the process that claimed it dies before it stores anything.
  await fixture.database.sql`
    update payment set state = 'claimed', attempt = attempt + 1, reason = null, claimed_until = now() where id = ${failed!.id}`
  await fundUsdc(fixture.network.rpcUrl, fixture.network.usdc, fixture.payer.address, fundsAtomic)
  const transaction = await replayAsStranger(fixture.network, header)
  expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({ voided: 0, settled: 1 })
  expect((await fixture.expectServed(await fixture.pay(header))).payment_tx).toBe(transaction)
})

test('a stranger who sends the authorization first changes nothing: one bounty, charged once', async () => {
  const before = await fixture.treasuryBalance()
  const header = await fixture.sign()
  let transaction: string | undefined
  fixture.around.before = async () => {
    transaction ??= await replayAsStranger(fixture.network, header)
  }
  const made = await fixture.expectServed(await fixture.pay(header))
  expect(made.payment_tx).toBe(transaction)
  expect(await fixture.pay(header).then((response) => response.json())).toEqual(made)
  expect((await fixture.treasuryBalance()) - before).toBe(priceAtomic)
})

test('two processes at once: who looks at the chain after the other has settled tells of the one bounty', async () => {
  const header = await fixture.sign()
  let isLooking = false
  let goOn = () => {}
  const untilLet = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const other = await startPaidService({
    settings: fixture.settings,
    facilitator: (ctx): Facilitator => {
      const own = createBuiltInFacilitator({ ctx, signer: createSigner(ctx.env.relayerKey!) })
      const verify: Facilitator['verify'] = async (...shown) => {
        isLooking = true
        await untilLet
        return own.verify(...shown)
      }
      return { ...own, verify }
    },
  })
  try {
    const late = fixture.pay(header, other.url)
    await until(() => isLooking, { what: 'the other process looks at the payment' })
    const made = await fixture.expectServed(await fixture.pay(header))
    goOn()
    const answer = await late
    expect([answer.status, await answer.json()]).toEqual([201, made])
  } finally {
    goOn()
    await other.close()
  }
})

test('while the chain cannot show whether a refused payment has moved money: 503, never a new price', async () => {
  const header = await fixture.sign()
  const other = await startPaidService({
    settings: { ...fixture.settings, RPC_URLS_8453: fixture.rpcProxy.url },
    facilitator: (ctx): Facilitator => ({
      ...createBuiltInFacilitator({ ctx, signer: createSigner(ctx.env.relayerKey!) }),
      verify: async () => {
        await fixture.rpcProxy.cut()
        return { isValid: false, invalidReason: 'invalid_exact_evm_nonce_already_used' }
      },
    }),
  })
  try {
    const network = other.ctx.env.networks.find(({ chainId }) => chainId === 8453)!
    expect(await mayUseKeys({ ctx: other.ctx, network })).toBe(true)
    await expectPending(await fixture.pay(header, other.url))
    expect(await fixture.payments()).toEqual([])
  } finally {
    await fixture.rpcProxy.restore()
    await other.close()
  }
  await fixture.expectServed(await fixture.pay(header))
})

test('while the outcome is unknown: 503, never a new price; then the same header is answered', async () => {
  const header = await fixture.sign()
  await setAutomine(fixture.network.rpcUrl, false)
  try {
    await expectPending(await fixture.pay(header))
    expect(await fixture.bounties()).toEqual([])
    await setAutomine(fixture.network.rpcUrl, true)
    await mine(fixture.network.rpcUrl)
    await fixture.expectServed(await fixture.pay(header))
  } finally {
    await setAutomine(fixture.network.rpcUrl, true)
  }
})

describe('once the money moved', () => {
  test('and the database is away: 503, and 201 when it is back', async () => {
    const header = await fixture.sign()
    fixture.around.after = () => fixture.databaseProxy.cut()
    await expectPending(await fixture.pay(header))
    expect(await fixture.balance()).toBe(fundsAtomic - priceAtomic)
    const whileAway = await fixture.pay(header)
    expect(whileAway.status).toBe(503)
    expect(whileAway.headers.get('payment-required')).toBeNull()
    fixture.around.after = undefined
    await fixture.databaseProxy.restore()
    const served = await until(
      async () => {
        const response = await fixture.pay(header)
        return response.status === 201 && response
      },
      { what: 'the database is back' },
    )
    await fixture.expectServed(served)
  })

  test('and the chain is away: 503, also when asked again, and 201 when it is back', async () => {
    const header = await fixture.sign()
    fixture.around.after = () => fixture.rpcProxy.cut()
    await expectPending(await fixture.pay(header))
    await fixture.endLease()
    await expectPending(await fixture.pay(header))
    expect(await fixture.bounties()).toEqual([])
    await fixture.rpcProxy.restore()
    await fixture.expectServed(await fixture.pay(header))
  })

  test('and the chain is away while a payment that failed is shown again: 503, never a new price', async () => {
    const header = await fixture.sign()
    fixture.around.before = () => drain(fixture.network, fixture.payer, fundsAtomic)
    expect((await fixture.pay(header)).status).toBe(402)
    await fundUsdc(fixture.network.rpcUrl, fixture.network.usdc, fixture.payer.address, fundsAtomic)
    await replayAsStranger(fixture.network, header)
    await fixture.rpcProxy.cut()
    await expectPending(await fixture.pay(header))
    await fixture.rpcProxy.restore()
    await fixture.expectServed(await fixture.pay(header))
  })

  test('and the caller never comes back: the reconciliation makes the bounty all the same', async () => {
    const header = await fixture.sign()
    fixture.around.after = () => fixture.rpcProxy.cut()
    await expectPending(await fixture.pay(header))
    await fixture.rpcProxy.restore()
    await fixture.endLease()
    expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({ settled: 1 })
    const [made] = await fixture.bounties()
    expect(made).toMatchObject({ state: 'paid' })
    expect((await fixture.expectServed(await fixture.pay(header))).bounty_id).toBe(made!.bountyId)
  })

  test('eight processes that find it out at once make one bounty and one entry in the log', async () => {
    const header = await fixture.sign()
    fixture.around.after = () => fixture.rpcProxy.cut()
    const pending = await fixture.pay(header)
    await expectPending(pending.clone())
    await fixture.rpcProxy.restore()
    const { transaction } = receiptOf(pending)
    const [order] = await fixture.payments()
    const input = { id: Number(order!.id), transaction: transaction as `0x${string}` }
    await Promise.all(Array.from({ length: 8 }, () => settleOrder({ ctx: fixture.service.ctx, input })))
    const made = await fixture.expectServed(await fixture.pay(header))
    const events = await fixture.database.sql`select name from event where subject_id = ${made.bounty_id}`
    expect(events.map(({ name }) => name)).toEqual(['paid'])
  })

  test('nothing but its bounty settles an order', async () => {
    const header = await fixture.sign()
    fixture.around.after = () => fixture.rpcProxy.cut()
    const { transaction } = receiptOf(await fixture.pay(header))
    await fixture.rpcProxy.restore()
    const [order] = await fixture.payments()
    const id = Number(order!.id)
    await markSettled({ ctx: fixture.service.ctx, input: { id, transaction: transaction as `0x${string}` } })
    expect(await fixture.payments()).toMatchObject([{ state: 'settling' }])
    await expect(
      fixture.database.sql`update payment set state = 'settled', settle_tx = '\\x00' where id = ${id}`,
    ).rejects.toThrow('is settled and has no bounty')
    await fixture.expectServed(await fixture.pay(header))
  })
})

// Last: its chain runs ahead of the payers' clocks from here on.
test('an order whose payment can no longer succeed is closed and has no bounty', async () => {
  const header = await fixture.sign()
  fixture.around.before = () => drain(fixture.network, fixture.payer, fundsAtomic)
  expect((await fixture.pay(header)).status).toBe(402)
  await advanceChain(fixture.network.rpcUrl, 120)
  expect(await reconcilePayments({ ctx: fixture.service.ctx })).toMatchObject({ failed: 1 })
  expect(await fixture.bounties()).toEqual([])
})
