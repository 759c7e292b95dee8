import { decodePaymentSignatureHeader } from '@x402/core/http'
import { concatHex, formatEther, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import { createSigner } from '#lib/adapters/chain/signer'
import { demoKey } from '#lib/adapters/demo-keys'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { openLocal } from '#sandbox/local-chain'
import { burnsWhen, griefingCode } from '#testing/contract-wallet'
import { createPayer, type Payer, signPayment } from '#testing/paid-service'
import {
  balance,
  chains,
  database,
  network,
  path,
  pay,
  payer,
  servePayments,
  service,
  sign,
  startService as start,
} from '#testing/payment-fixture'

const relayer = privateKeyToAddress(demoKey('relayer'))
/** Runs between the verification of a payment and its settlement. */
let beforeSettle: () => Promise<unknown> = async () => {}

servePayments({
  facilitator: (ctx): Facilitator => {
    const own = createBuiltInFacilitator({ ctx, signer: createSigner(demoKey('relayer')) })
    const settle: Facilitator['settle'] = async (...payment) => {
      await beforeSettle()
      return own.settle(...payment)
    }
    return { ...own, settle }
  },
})
afterEach(() => {
  beforeSettle = async () => {}
})

const setCode = (bytecode: Hex, of: Payer = payer) =>
  openLocal(network.rpcUrl).setCode({ address: of.address, bytecode })
const sentByRelayer = () => openLocal(network.rpcUrl).getTransactionCount({ address: relayer })

const follow = () =>
  passSenderQueue({
    ctx: service.ctx,
    chain: service.ctx.chains.get(8453)!,
    signer: createSigner(demoKey('relayer')),
  })
/** Makes the recorded failures older by this interval. */
const wait = async (interval: string) => {
  await database.sql`update failed_settlement set failed_at = failed_at - ${interval}::interval`
}
/** Code that passes every simulation until the wallet has a balance. */
const patientBurner = griefingCode(burnsWhen.hasBalance)
const arm = () => openLocal(network.rpcUrl).setBalance({ address: payer.address, value: 1n })
const disarm = () => openLocal(network.rpcUrl).setBalance({ address: payer.address, value: 0n })

describe('a wallet that burns the gas of its settlement', () => {
  test.each([
    ['the sender of the transaction', burnsWhen.sentBy(relayer)],
    ['the gas price', burnsWhen.gasHasPrice],
  ])('and detects a simulation by %s is refused before anything is sent', async (_, condition) => {
    await setCode(griefingCode(condition))
    const before = await sentByRelayer()
    for (let nth = 0; nth < 3; nth++) expect((await pay(await sign())).status).toBe(402)
    expect(await sentByRelayer()).toBe(before)
    expect(await balance()).toBe(1_000_000n)
  })

  test('only after its verification costs one failed transaction, for any number of payments and processes', async () => {
    await setCode(patientBurner)
    const other = await start()
    const before = await sentByRelayer()
    const headers = await Promise.all(Array.from({ length: 6 }, () => sign()))
    // All of them are verified before the first is settled.
    const { promise: allVerified, resolve: go } = Promise.withResolvers<void>()
    let verified = 0
    beforeSettle = async () => {
      verified += 1
      if (verified === headers.length) await arm().then(go)
      await allVerified
    }
    const answers = await Promise.all(headers.map((header, nth) => pay(header, nth % 2 ? service : other)))
    beforeSettle = async () => {}
    expect(answers.map(({ status }) => status)).toEqual(headers.map(() => 402))
    expect(await sentByRelayer()).toBe(before + 1)

    // The wallet no longer burns gas, but still has to wait, with every process and every payment.
    await disarm()
    for (const header of [headers[0]!, await sign()]) {
      const refused = await pay(header, other)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590)
      expect(await refused.json()).toMatchObject({
        error: 'rate_limited',
        message: expect.stringMatching(
          /failed when they were settled.*Nothing was charged.*Try again from 20.*Z on/,
        ),
      })
    }
    expect(await sentByRelayer()).toBe(before + 1)
    expect(await balance()).toBe(1_000_000n)
  })

  test('waits longer after each failure, also for a retry of the failed payment, and may pay once the delay is over', async () => {
    await setCode(patientBurner)
    await disarm()
    beforeSettle = arm
    const header = await sign()
    expect((await pay(header)).status).toBe(402)
    await disarm()
    await wait('10 minutes')
    expect((await pay(await sign())).status).toBe(402)
    await disarm()
    const refused = await pay(header)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(2_390)
    await wait('40 minutes')
    beforeSettle = disarm
    expect((await pay(header)).status).toBe(200)
    expect(await balance()).toBe(995_000n)
  })

  test('that got its code after its verification fails alone: the others of its batch pay, and it has to wait', async () => {
    const neighbours = await Promise.all([createPayer(chains), createPayer(chains)])
    const headers = await Promise.all([sign(neighbours[0]), sign(), sign(neighbours[1])])
    const payloads = headers.map((header) => decodePaymentSignatureHeader(header))
    const { facilitator } = service.ctx
    for (const payload of payloads) await facilitator.verify(payload, payload.accepted)
    await setCode('0x5bfe')
    const before = await sentByRelayer()
    const settled = await Promise.all(
      payloads.map((payload) => facilitator.settle(payload, payload.accepted)),
    )
    expect(settled.map(({ success }) => success)).toEqual([true, false, true])
    // The batch, then one transaction for each of the two others.
    expect(await sentByRelayer()).toBe(before + 3)
    expect(await Promise.all(neighbours.map((each) => balance(each)))).toEqual([995_000n, 995_000n])
    expect((await pay(await sign())).status).toBe(429)
    for (const neighbour of neighbours) expect((await pay(await sign(neighbour))).status).toBe(200)
  })

  test('a settlement whose process died is closed by the next one, and its failure counts', async () => {
    await setCode(patientBurner)
    await disarm()
    beforeSettle = arm
    expect((await pay(await sign())).status).toBe(402)
    // The state that a dead process leaves.
    await database.sql`delete from failed_settlement where payer = ${payer.address.toLowerCase()}`
    await database.sql`update settlement set ended_at = null where payer = ${payer.address.toLowerCase()}`
    await disarm()
    beforeSettle = disarm
    const before = await sentByRelayer()
    const other = await start()
    expect((await pay(await sign(), other)).status).toBe(402)
    expect((await pay(await sign(), other)).status).toBe(429)
    expect(await sentByRelayer()).toBe(before)
  })
})

describe('a payer with code', () => {
  /** An EIP-7702 delegation: the account runs the code of another address. */
  const delegate = async (bytecode: Hex) => {
    const implementation = await createPayer(chains, 1n)
    await setCode(bytecode, implementation)
    await setCode(concatHex(['0xef0100', implementation.address]))
  }

  test('may be a delegated account: each payment has its own transaction, one after another', async () => {
    await delegate(griefingCode('0x5f'))
    const before = await sentByRelayer()
    const answers = await Promise.all(Array.from({ length: 3 }, async () => pay(await sign())))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await sentByRelayer()).toBe(before + 3)
    expect(await balance()).toBe(985_000n)
  })

  test('that is a delegated account whose code burns gas is refused like a contract', async () => {
    await delegate(griefingCode(burnsWhen.sentBy(relayer)))
    const before = await sentByRelayer()
    expect((await pay(await sign())).status).toBe(402)
    expect(await sentByRelayer()).toBe(before)
  })

  test('is refused below the minimum amount for such a payer, and the refusal states that minimum', async () => {
    const strict = await start({ CONTRACT_PAYER_MIN_USDC: '0.006' })
    await setCode(griefingCode('0x5f'))
    const refused = await pay(await sign(), strict)
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({
      reason: 'contract_payer_below_minimum',
      message: expect.stringContaining('at least 0.006 USDC'),
    })
    expect((await pay(await sign(await createPayer(chains)), strict)).status).toBe(200)
  })

  test('may use gas up to the configured limit', async () => {
    // Hashes 1.2 MB of memory: some 180,000 gas for the words, plus the memory expansion.
    const hungry = concatHex(['0x62080000', '0x5f', '0x20', '0x50', griefingCode('0x5f')])
    await setCode(hungry)
    const generous = await start({ CONTRACT_PAYER_MAX_GAS: '2000000' })
    expect((await pay(await sign())).status).toBe(402)
    expect((await pay(await sign(), generous)).status).toBe(200)
  })

  test('gets 503 instead of a refusal when the chain does not respond', async () => {
    await setCode(griefingCode('0x5f'))
    const header = await sign()
    const away = await start({ RPC_URLS_8453: 'http://127.0.0.1:1' })
    const answer = await pay(header, away)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: 'unavailable' })
  })
})

describe('the daily gas budget', () => {
  const spentWei = async () => {
    // Counts all days, because a day may end during a test.
    const [row] = await database.sql<{ wei: string }[]>`
      select coalesce(sum(wei), 0) as wei from gas_spent where chain_id = 8453 and sender = ${relayer.toLowerCase()}`
    return BigInt(row!.wei)
  }

  test('counts the cost of each mined transaction once, successful or failed', async () => {
    await follow()
    const client = openLocal(network.rpcUrl)
    const before = { wei: await spentWei(), balance: await client.getBalance({ address: relayer }) }
    expect((await pay(await sign())).status).toBe(200)
    await setCode(patientBurner)
    beforeSettle = arm
    expect((await pay(await sign())).status).toBe(402)
    await follow()
    await follow()
    const cost = before.balance - (await client.getBalance({ address: relayer }))
    expect(cost).toBeGreaterThan(0n)
    expect((await spentWei()) - before.wei).toBe(cost)
  })

  test('once spent, refuses new payments until the end of the day, and settles those accepted before', async () => {
    await follow()
    const budget = (await spentWei()) + 1n
    const [tomorrow] = await database.sql<{ day: string }[]>`
      select ((service_now() at time zone 'utc')::date + 1)::text as day`
    const thrifty = await start({ GAS_BUDGET_8453: formatEther(budget) })
    const unlimited = await start({ GAS_BUDGET_8453: '0' })
    const taken = await sign()
    // Verified while some budget was left; the budget runs out before the payment is settled.
    beforeSettle = async () => {
      beforeSettle = async () => {}
      const other = await createPayer(chains)
      expect((await pay(await sign(other))).status).toBe(200)
      await follow()
    }
    expect((await pay(taken, thrifty)).status).toBe(200)
    expect(await spentWei()).toBeGreaterThanOrEqual(budget)
    // The day may end before the next payments, and must not give them its budget.
    await database.sql`
      insert into gas_spent (chain_id, sender, day, wei)
      values (8453, ${relayer.toLowerCase()}, ${tomorrow!.day}, ${String(budget)})
      on conflict (chain_id, sender, day) do update set wei = excluded.wei`

    const late = await start({ GAS_BUDGET_8453: formatEther(budget) })
    const refused = await pay(await sign(), late)
    expect(refused.status).toBe(503)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(86_400)
    expect(await refused.json()).toMatchObject({
      error: 'unavailable',
      message: expect.stringMatching(
        /gas budget for today on Base is spent.*Nothing was charged.*from 20.*T00:00:0\dZ on/,
      ),
    })
    // A settled payment gets the same response again, and another network still sells.
    expect((await pay(taken, late)).status).toBe(200)
    const onArc = await signPayment({ url: late.url + path, payer, network: 'eip155:5042' })
    expect((await pay(onArc, late)).status).toBe(200)
    expect((await pay(await sign(), unlimited)).status).toBe(200)
  })
})
