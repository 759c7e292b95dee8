import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import { createSigner } from '#lib/adapters/chain/signer'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { mine, setAutomine } from '#sandbox/chain-controls'
import { type LocalChains, startChains } from '#sandbox/chains'
import { advanceChain, fundUsdc } from '#sandbox/local-chain'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { startFaultProxy } from '#testing/fault-proxy'
import { publishTestObservations } from '#testing/observations'
import {
  createPayer,
  type PaidService,
  type Payer,
  receiptOf,
  settingsFor,
  signPayment,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'
import { type PaidServiceChild, startPaidServiceChild } from '#testing/paid-service-child'
import { createShortWaitFacilitator } from '#testing/short-wait'
import { cancelPayment, drain, replayAsStranger, signUntil } from '#testing/token-moves'
import { until } from '#testing/until'

const base = 'eip155:8453'
let chains: LocalChains
let network: LocalChains['networks'][typeof base]
let database: TestDatabase
let settings: Record<string, string>
let service: PaidService
let payer: Payer
let path: string
/** Runs between verify and settle. */
let beforeSettle: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  network = chains.networks[base]
  settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
  service = await startPaidService({
    settings,
    facilitator: (ctx): Facilitator => {
      const own = createShortWaitFacilitator(ctx)
      return {
        ...own,
        settle: async (payload, requirements) => {
          await beforeSettle?.()
          return own.settle(payload, requirements)
        },
      }
    },
  })
  const [id] = await publishTestObservations(database)
  path = `/api/v1/observations/${id}`
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  beforeSettle = undefined
  // Payments that earlier tests left open must not be counted here.
  await database.sql`update payment set closed_at = now() where closed_at is null`
  payer = await createPayer(chains)
})

const sign = (url = service.url) => signPayment({ url: url + path, payer, network: base })
const pay = (header: string, url = service.url) => fetch(url + path, withPayment({}, header))
const balance = () => usdcBalance(network, payer.address)
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>
const stateOf = async () => {
  const [row] = await database.sql<{ state: string; attempt: number; closed: boolean }[]>`
    select state, attempt, closed_at is not null as closed from payment where payer = ${payer.address.toLowerCase()}`
  return row
}

/** Sends what is stored and not yet mined, as the worker does. */
async function runWorkerLane(): Promise<void> {
  const chain = service.ctx.chains.get(8453)!
  await passSenderQueue({
    ctx: service.ctx,
    chain,
    signer: createSigner(service.ctx.env.relayerKey!),
    timing: { rebroadcastAfterMs: -1, bumpAfterMs: 3_600_000 },
  })
}

describe('a settlement that fails', () => {
  test('because the payer moved the money away is refused and not charged, and succeeds once the money is back', async () => {
    const header = await sign()
    beforeSettle = () => drain(network, payer, 1_000_000n)
    const refused = await pay(header)
    expect(refused.status).toBe(402)
    const body = await bodyOf(refused)
    expect(body).toMatchObject({
      error: 'payment_required',
      reason: 'insufficient_funds',
    })
    expect(body).not.toHaveProperty('observation_id')
    expect(receiptOf(refused)).toMatchObject({ success: false, transaction: '' })
    expect(await stateOf()).toMatchObject({ state: 'failed', closed: false })

    beforeSettle = undefined
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, 5_000n)
    expect((await pay(header)).status).toBe(200)
    expect(await balance()).toBe(0n)
  })

  test('because the payer cancelled the authorization: nothing served', async () => {
    const header = await sign()
    beforeSettle = () => cancelPayment(network, payer, header, 'USD Coin')
    const refused = await pay(header)
    expect(refused.status).toBe(402)
    expect(await bodyOf(refused)).toMatchObject({ reason: 'invalid_exact_evm_nonce_already_used' })
    expect((await pay(header)).status).toBe(402)
    expect(await balance()).toBe(1_000_000n)
  })

  test('is watched until it can never succeed: a stranger replays it, and the payer gets the answer', async () => {
    const header = await sign()
    beforeSettle = () => drain(network, payer, 1_000_000n)
    expect((await pay(header)).status).toBe(402)
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, 1_000_000n)
    const transaction = await replayAsStranger(network, header)
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ settled: 1 })
    const served = await pay(header)
    expect(served.status).toBe(200)
    expect(receiptOf(served).transaction).toBe(transaction)
    expect(await balance()).toBe(995_000n)
  })
})

describe('a payment for what does not exist', () => {
  const unknown = `/api/v1/observations/${'00'.repeat(32)}`
  const show = (header: string) => fetch(service.url + unknown, withPayment({}, header))

  test('is void at once, so that it can be shown again, and forgotten after a day', async () => {
    const header = await signPayment({ url: service.url + unknown, payer, network: base })
    expect((await show(header)).status).toBe(404)
    expect(await stateOf()).toMatchObject({ state: 'void', closed: true })
    await reconcilePayments({ ctx: service.ctx })
    expect(await stateOf()).toMatchObject({ state: 'void' })
    await database.sql`
      update payment set closed_at = closed_at - interval '25 hours' where payer = ${payer.address.toLowerCase()}`
    await reconcilePayments({ ctx: service.ctx })
    expect(await stateOf()).toBeUndefined()
    expect((await show(header)).status).toBe(404)
    expect(await balance()).toBe(1_000_000n)
  })
})

test('a payment that is sent with several requests at once pays for its own and is refused for the others with the right reason', async () => {
  const header = await sign()
  const elsewhere = [1, 2, 3].map((n) => fetch(`${service.url}${path}?other=${n}`, withPayment({}, header)))
  const [own, ...others] = await Promise.all([pay(header), ...elsewhere])
  expect(own!.status).toBe(200)
  for (const other of others) {
    expect(other.status).toBe(402)
    const { reason } = await bodyOf(other)
    // After the payment has settled, the second reason applies as well.
    expect(['challenge_mismatch', 'authorization_used_for_another_request']).toContain(reason)
  }
  const unused = await sign()
  const refused = await Promise.all(
    [1, 2, 3].map((n) => fetch(`${service.url}${path}?n=${n}`, withPayment({}, unused))),
  )
  for (const one of refused) expect(await bodyOf(one)).toMatchObject({ reason: 'challenge_mismatch' })
  expect(await balance()).toBe(995_000n)
})

test('a stranger who sends the authorization first changes nothing: served once, charged once', async () => {
  const header = await sign()
  let transaction: string | undefined
  beforeSettle = async () => {
    transaction ??= await replayAsStranger(network, header)
  }
  const served = await pay(header)
  expect(served.status).toBe(200)
  expect(receiptOf(served).transaction).toBe(transaction)
  expect((await pay(header)).status).toBe(200)
  expect(await balance()).toBe(995_000n)
})

test('while the outcome is unknown: 503 with the transaction, never a new price; then the same header is answered', async () => {
  const header = await sign()
  await setAutomine(network.rpcUrl, false)
  try {
    const first = await pay(header)
    expect(first.status).toBe(503)
    expect(await bodyOf(first)).toMatchObject({ error: 'settlement_pending' })
    expect(first.headers.get('retry-after')).toBe('2')
    expect(first.headers.get('payment-required')).toBeNull()
    const receipt = receiptOf(first)
    expect(receipt).toMatchObject({ success: false, errorReason: 'settlement_pending' })
    expect(receipt.transaction).toMatch(/^0x[0-9a-f]{64}$/)
    const second = await pay(header)
    expect(second.status).toBe(503)
    expect(receiptOf(second).transaction).toBe(receipt.transaction)
    await setAutomine(network.rpcUrl, true)
    await mine(network.rpcUrl)
    const third = await pay(header)
    expect(third.status).toBe(200)
    expect(receiptOf(third)).toMatchObject({ success: true, transaction: receipt.transaction })
  } finally {
    await setAutomine(network.rpcUrl, true)
  }
  expect(await balance()).toBe(995_000n)
})

describe('killed with SIGKILL', { tags: 'thorough' }, () => {
  test('between broadcast and answer: after a restart the retry is served and charged once', async () => {
    const child = await startChild(settings)
    const header = await sign(child.url)
    await setAutomine(network.rpcUrl, false)
    const unanswered = pay(header, child.url).catch(() => 'no answer')
    const chain = createPublicClient({ transport: http(network.rpcUrl) })
    await until(async () => (await chain.getBlock({ blockTag: 'pending' })).transactions.length > 0, {
      what: 'the settlement in the pool',
    })
    child.kill()
    expect(await unanswered).toBe('no answer')
    await setAutomine(network.rpcUrl, true)
    await mine(network.rpcUrl)
    const restarted = await startChild(settings)
    const served = await pay(header, restarted.url)
    expect(served.status).toBe(200)
    expect(await bodyOf(served)).toHaveProperty('observation_id')
    expect((await pay(header, restarted.url)).status).toBe(200)
    restarted.kill()
    expect(await balance()).toBe(995_000n)
    expect(await stateOf()).toMatchObject({ state: 'settled' })
  })

  test('between commit and broadcast: the worker sends the stored bytes, the retry is served, charged once', async () => {
    const proxy = await startFaultProxy(network.rpcUrl, (body) => body.includes('eth_sendRawTransaction'))
    const child = await startChild({ ...settings, RPC_URLS_8453: proxy.url })
    const header = await sign(child.url)
    const unanswered = pay(header, child.url).catch(() => 'no answer')
    await until(() => proxy.swallowed() > 0, { what: 'a broadcast' })
    child.kill()
    expect(await unanswered).toBe('no answer')
    await proxy.close()
    expect(await balance()).toBe(1_000_000n)
    const retry = pay(header)
    await runWorkerLane()
    expect((await retry).status).toBe(200)
    expect(await balance()).toBe(995_000n)
  })

  test('while the answer was computed: the claim is void and the same payment is good again', async () => {
    const header = await sign()
    expect((await pay(header)).status).toBe(200)
    // What such a crash leaves behind: a claim whose time is over and no answer. Settled payments are guarded against this.
    const other = await sign()
    await database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`
        delete from payment_answer using payment
        where payment.id = payment_id and payer = ${payer.address.toLowerCase()}`
      await sql`
        update payment set state = 'claimed', settle_tx = null, closed_at = null, claimed_until = now() - interval '1 second'
        where payer = ${payer.address.toLowerCase()}`
    })
    expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ voided: 1 })
    expect(await stateOf()).toMatchObject({ state: 'void', closed: true })
    expect((await pay(other)).status).toBe(200)
    // The first one did move its money, so it is answered and not charged again.
    expect((await pay(header)).status).toBe(200)
    expect(await balance()).toBe(990_000n)
  })
})

test('a payment that was never sent fails for good once a final block is past its time', async () => {
  const header = await sign()
  beforeSettle = () => drain(network, payer, 1_000_000n)
  expect((await pay(header)).status).toBe(402)
  expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ failed: 0 })
  expect(await stateOf()).toMatchObject({ state: 'failed', closed: false })
  await advanceChain(network.rpcUrl, 120)
  expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ open: 0 })
  expect(await stateOf()).toMatchObject({ state: 'failed', closed: true })
})

describe('an unsettled payment whose authorization never expires', () => {
  const forever = 2n ** 256n - 1n
  /** Shown once, refused; then this long ago, and looked at that long ago. */
  const refusedAgo = async (tried: string, looked: string) => {
    const header = await signUntil(network, payer, await sign(), forever)
    beforeSettle = () => drain(network, payer, 1_000_000n)
    expect((await pay(header)).status).toBe(402)
    beforeSettle = undefined
    await database.sql`
      update payment set claimed_until = now() - ${tried}::interval, looked_at = now() - ${looked}::interval
      where payer = ${payer.address.toLowerCase()}`
    return header
  }
  const reconcile = () => reconcilePayments({ ctx: service.ctx })

  test('is watched, however far the chain is', async () => {
    await refusedAgo('1 minute', '1 minute')
    await advanceChain(network.rpcUrl, 10 * 365 * 86_400)
    expect(await reconcile()).toMatchObject({ failed: 0, open: 1 })
    expect(await stateOf()).toMatchObject({ state: 'failed', closed: false })
  })

  test('is looked at ever more rarely', async () => {
    await refusedAgo('10 days', '12 hours')
    expect(await reconcile()).toMatchObject({ failed: 0, open: 0 })
    await database.sql`
      update payment set looked_at = now() - interval '1 day' where payer = ${payer.address.toLowerCase()}`
    expect(await reconcile()).toMatchObject({ failed: 0, open: 1 })
    expect(await reconcile()).toMatchObject({ failed: 0, open: 0 })
  })

  test('is watched no more after a month, and answered all the same when its money did move', async () => {
    const header = await refusedAgo('31 days', '5 days')
    expect(await reconcile()).toMatchObject({ failed: 1 })
    expect(await stateOf()).toMatchObject({ state: 'failed', closed: true })
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, 1_000_000n)
    const transaction = await replayAsStranger(network, header)
    const served = await pay(header)
    expect(served.status).toBe(200)
    expect(receiptOf(served).transaction).toBe(transaction)
    expect(await stateOf()).toMatchObject({ state: 'settled' })
    expect(await balance()).toBe(995_000n)
  })

  test('is watched closely again when it is shown again', async () => {
    const header = await refusedAgo('31 days', '5 days')
    expect(await reconcile()).toMatchObject({ failed: 1 })
    await fundUsdc(network.rpcUrl, network.usdc, payer.address, 5_000n)
    beforeSettle = () => drain(network, payer, 5_000n)
    expect((await pay(header)).status).toBe(402)
    expect(await stateOf()).toMatchObject({ state: 'failed', closed: false })
    expect(await reconcile()).toMatchObject({ failed: 0, open: 1 })
    expect(await reconcile()).toMatchObject({ failed: 0, open: 1 })
  })

  test('is over once the payer has cancelled it', async () => {
    const header = await refusedAgo('1 minute', '1 minute')
    await cancelPayment(network, payer, header, 'USD Coin')
    expect(await reconcile()).toMatchObject({ failed: 1 })
    expect(await stateOf()).toMatchObject({ state: 'failed', closed: true })
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
