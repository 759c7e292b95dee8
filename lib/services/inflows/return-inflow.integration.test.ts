import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { bytesToHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inflowReturn } from '#db/schema/inflow-return'
import { ledgerEntry } from '#db/schema/ledger'
import { operatorAction } from '#db/schema/operator'
import { chainTx } from '#db/schema/outbox'
import { payment } from '#db/schema/payment'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { Context } from '#lib/adapters/context'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import type { ExactPayment } from '#lib/schemas/x402'
import { advanceReturns } from '#lib/services/inflows/advance-returns'
import { returnNonce } from '#lib/services/inflows/return-nonce'
import type { Figures } from '#lib/services/ledger/read-books'
import { previewAction } from '#lib/services/operator/preview-action'
import { runAction } from '#lib/services/operator/run-action'
import { createChallenge } from '#lib/services/payments/challenge'
import { purchase } from '#lib/services/payments/purchase'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { hashPayment } from '#lib/services/payments/request-hash'
import { settleOrder } from '#lib/services/payments/settle-order'
import { fundUsdc } from '#sandbox/local-chain'
import { type LedgerBench, startLedgerBench } from '#testing/ledger-bench'

const id = 'eip155:8453'
const wallet = privateKeyToAccount(generatePrivateKey())
const operator = {
  ...{ address: wallet.address, chainId: 8453 },
  ...{ expiresAt: new Date(Date.now() + 3_600_000), tokenHash: new Uint8Array(32) },
}
/** Waits for the guard's hour to pass. */
const grow = () => bench.advanceClock(3_700)

let bench: LedgerBench
let before: Figures
beforeAll(async () => {
  bench = await startLedgerBench({ settings: { OPERATOR_WALLETS: `eip155:8453:${wallet.address}` } })
})
afterAll(() => bench.close())
beforeEach(async () => {
  const found = await bench.check()
  expect(found.findings).toEqual([])
  before = found.figuresOf(id)
})

const network = () => bench.networkOf(id)
const someone = () => bench.newAddress()

type Asked = { network: string; transaction: Hex; log_index: number }

/** Sends an inflow from a new wallet, with a nonce as an authorization, and waits until the books have it. */
async function come(options: { amountAtomic?: bigint; nonce?: Hex; age?: 'old' | 'new' } = {}) {
  const { amountAtomic = 12_345_678n, nonce, age = 'old' } = options
  const payer = privateKeyToAccount(generatePrivateKey())
  const { usdc } = network()
  const { treasury } = bench.ctx.env
  await fundUsdc(bench.rpcUrlOf(network()), usdc.address, payer.address, amountAtomic)
  const terms = { chain: network(), usdc, signer: payer, to: treasury, amountAtomic }
  const transaction = nonce
    ? await bench.sendFrom(network(), someone(), usdc.address, await encodeTransferOnce({ ...terms, nonce }))
    : await bench.transfer(network(), payer.address, treasury, amountAtomic)
  await bench.check()
  if (age === 'old') await grow()
  const [entry] = await bench.ctx.db
    .select({ logIndex: ledgerEntry.logIndex })
    .from(ledgerEntry)
    .where(eq(ledgerEntry.txHash, Buffer.from(transaction.slice(2), 'hex')))
  const asked: Asked = { network: id, transaction, log_index: entry!.logIndex }
  return { payer, asked, transaction, amountAtomic }
}

const preview = (asked: Asked, reason = '') =>
  previewAction({ ctx: bench.ctx, input: { action: 'return_inflow', input: asked, reason }, operator })

/** Acts as the console does: preview, signature, action. */
async function sendBack(asked: Asked, ctx: Context = bench.ctx) {
  const input = { action: 'return_inflow', input: asked, reason: 'nobody ordered anything' }
  const { message, refusal } = await previewAction({ ctx, input, operator })
  if (message === null) throw new Error(refusal ?? 'nothing to sign')
  const signature = await wallet.signMessage({ message })
  return runAction({
    ctx,
    input: { ...input, confirmation: { message, signature } },
    operator,
    requestId: 'r',
  })
}

const work = (ctx: Context = bench.ctx) =>
  advanceReturns({ ctx, treasury: bench.signers.treasury, network: network() })
const rowOf = async ({ transaction }: Asked) => {
  const [row] = await bench.ctx.db
    .select()
    .from(inflowReturn)
    .where(eq(inflowReturn.txHash, Buffer.from(transaction.slice(2), 'hex')))
  return row
}
const returnsSent = () => bench.ctx.db.select().from(chainTx).where(eq(chainTx.kind, 'return_inflow'))

async function finish(asked: Asked): Promise<void> {
  await work()
  await bench.runSenderQueues()
  await bench.runSenderQueues()
  await bench.check()
  await work()
  expect(await rowOf(asked)).toMatchObject({ state: 'returned', blocker: null })
}

describe('money that no payment explains goes back once', () => {
  test('signed by several operators at once, sent by several workers, after a crash and a restored backup; the books balance', async () => {
    const { asked, payer, amountAtomic } = await come()
    expect(await preview(asked)).toMatchObject({
      ...{ title: 'Send back 12.345678 USDC on Base', signs: true, refusal: null },
      effect: expect.stringContaining(payer.address),
    })
    const tries = await Promise.allSettled([sendBack(asked), sendBack(asked), sendBack(asked)])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
    const log = await bench.ctx.db.select().from(operatorAction).where(eq(operatorAction.subject, 'inflow'))
    expect(log).toMatchObject([
      { action: 'return_inflow', subjectId: `${id} ${asked.transaction} ${asked.log_index}` },
    ])

    const restore = await bench.backUp()
    const other = await bench.newProcess()
    await Promise.all([work(), work(other), work()])
    expect(await returnsSent()).toHaveLength(1)
    // It was enqueued in the outbox and not sent: another process continues from there.
    await work(other)
    await finish(asked)
    expect(await returnsSent()).toHaveLength(1)
    expect(await bench.balanceOf(network(), payer.address)).toBe(amountAtomic)
    const after = await bench.check()
    expect(after.findings).toEqual([])
    expect(after.figuresOf(id).treasury).toEqual({
      ...before.treasury,
      inflows: before.treasury.inflows + amountAtomic,
      outflows: before.treasury.outflows + amountAtomic,
    })
    expect((await preview(asked)).refusal).toBe('This has been sent back already.')

    // The backup has only the decision. The token has moved the money, and the books show it again.
    await restore()
    await bench.check()
    await work()
    expect(await rowOf(asked)).toMatchObject({ state: 'returned' })
    expect(await bench.balanceOf(network(), payer.address)).toBe(amountAtomic)
  })

  test('of two inflows with the same sender and amount, only the returned one is explained', async () => {
    const first = await come({ amountAtomic: 7n })
    await bench.transfer(network(), bench.stranger, first.payer.address, 7n)
    const second = await bench.transfer(network(), first.payer.address, bench.ctx.env.treasury, 7n)
    await bench.check()
    await grow()
    const [entry] = await bench.ctx.db
      .select({ logIndex: ledgerEntry.logIndex })
      .from(ledgerEntry)
      .where(eq(ledgerEntry.txHash, Buffer.from(second.slice(2), 'hex')))
    const asked = { network: id, transaction: second, log_index: entry!.logIndex }
    await sendBack(asked)
    await finish(asked)
    expect((await bench.check()).findings).toMatchObject([
      { code: 'inflow_without_payment', count: 1, ids: [first.transaction] },
    ])
    await sendBack(first.asked)
    await finish(first.asked)
    expect((await bench.check()).findings).toEqual([])
  })

  test('a token that refuses the sender: tried again later, with the reason shown', async () => {
    const { asked } = await come()
    await sendBack(asked)
    await work()
    await bench.ctx.db
      .update(chainTx)
      .set({ state: 'rejected', error: 'Blacklistable: account is blacklisted' })
      .where(and(eq(chainTx.kind, 'return_inflow'), eq(chainTx.state, 'queued')))
    await work()
    expect((await rowOf(asked))!.blocker).toContain('account is blacklisted')
    await bench.forge(
      `update inflow_return set asked_at = asked_at - interval '11 minutes' where state = 'asked'`,
    )
    expect((await bench.check()).violations).toContain('return_late')
    await bench.forge(
      `update chain_tx set updated_at = updated_at - interval '2 minutes' where state = 'rejected'`,
    )
    await finish(asked)
    expect(await rowOf(asked)).toMatchObject({ tries: 2 })
  })
})

describe('the guard refuses', () => {
  test('a recent inflow, one that a payment explains or may still explain, and one that does not exist', async () => {
    const nonce = bytesToHex(randomBytes(32))
    const young = await come({ nonce, age: 'new' })
    // The clock of this process says nothing about the age.
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + 5 * 3_600_000 })
    const early = await preview(young.asked).finally(() => void vi.useRealTimers())
    expect(early.refusal).toContain('less than 60 minutes')
    await expect(sendBack(young.asked)).rejects.toThrow('less than 60 minutes')
    await grow()
    expect((await preview(young.asked)).refusal).toBeNull()

    // This void payment was sent once. A client that sends it again is entitled to the answer.
    const [row] = await bench.ctx.db
      .insert(payment)
      .values({
        ...{ network: id, asset: network().usdc.address.toLowerCase(), nonce },
        ...{ payer: young.payer.address.toLowerCase(), payTo: bench.ctx.env.treasury.toLowerCase() },
        ...{ amountAtomic: young.amountAtomic, validBefore: 1n, operation: 'createBounty' },
        ...{ requestHash: randomBytes(32), payloadHash: randomBytes(32), state: 'void' },
        ...{ claimedUntil: new Date(), closedAt: new Date() },
      })
      .returning({ id: payment.id })
    expect((await preview(young.asked)).refusal).toContain(`Payment ${row!.id} has this very authorization`)
    await bench.forge(`update payment set amount_atomic = amount_atomic + 1 where id = ${row!.id}`)
    expect((await preview(young.asked)).refusal).toBeNull()
    await bench.forge(`update payment set amount_atomic = amount_atomic - 1 where id = ${row!.id}`)
    await bench.forge(`update payment set closed_at = closed_at - interval '31 days' where id = ${row!.id}`)
    expect((await preview(young.asked)).refusal).toBeNull()
    await bench.ctx.db.delete(payment).where(eq(payment.id, row!.id))

    const paid = await bench.payBounty({ network: id })
    await bench.check()
    const [explained] = await bench.ctx.db
      .select({ logIndex: ledgerEntry.logIndex })
      .from(ledgerEntry)
      .where(eq(ledgerEntry.txHash, Buffer.from(paid.row.paymentTx)))
    const ofBounty = {
      network: id,
      transaction: bytesToHex(paid.row.paymentTx),
      log_index: explained!.logIndex,
    }
    expect((await preview(ofBounty)).refusal).toMatch(/Payment \d+ has this very authorization/)
    await expect(preview({ ...ofBounty, log_index: 9_999 })).rejects.toMatchObject({ code: 'not_found' })

    // With a bounty's money on its way, some money stolen and the rest being returned, the treasury would
    // fall short.
    await bench.transfer(network(), bench.ctx.env.treasury, someone(), 1n)
    await bench.check()
    expect((await preview(young.asked)).refusal).toContain('would have less than is on its way')
    await bench.transfer(network(), bench.stranger, bench.ctx.env.treasury, 1n)
    await bench.run()
    await bench.check()
    await sendBack(young.asked)
    await finish(young.asked)
    expect((await bench.check()).findings).toEqual([])
  })

  test('a bounty for returned money, and a return of an inflow that was explained meanwhile', async () => {
    const nonce = bytesToHex(randomBytes(32))
    const { asked, payer, transaction, amountAtomic } = await come({ nonce, amountAtomic: 50_000_000n })
    await sendBack(asked)
    // A late journal row, inserted directly: its payer has the money back, or is about to.
    await bench.forge(`
      insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                           payload_hash, state, claimed_until)
      values ('${id}', '${network().usdc.address.toLowerCase()}', '${payer.address.toLowerCase()}', '${nonce}',
              '${bench.ctx.env.treasury.toLowerCase()}', ${amountAtomic}, 1, 'createBounty', '', '', 'settling', now());
      insert into bounty_order (payment_id, title, brief, amount_usdc, deadline_days)
      select max(id), 'Late', 'Nobody can order like this.', 50, 7 from payment`)
    const [late] = await bench.ctx.sql<{ id: string }[]>`select max(id) as id from payment`
    await expect(
      settleOrder({ ctx: bench.ctx, input: { id: Number(late!.id), transaction } }),
    ).rejects.toThrow('was sent back')
    // The return was not sent yet, and a payment explains the inflow now: the return is withdrawn.
    await work()
    expect(await rowOf(asked)).toMatchObject({ state: 'withdrawn', chainTxId: null })
    await settleOrder({ ctx: bench.ctx, input: { id: Number(late!.id), transaction } })
    await bench.run()
    expect((await bench.check()).findings).toEqual([])
    expect(await bench.balanceOf(network(), payer.address)).toBe(0n)
  })
})

test('returned money buys nothing if its payment is shown later, and the refusal says why', async () => {
  const { ctx } = bench
  const { usdc } = network()
  const nonce = bytesToHex(randomBytes(32))
  const { asked, payer, amountAtomic } = await come({ nonce, amountAtomic: 50_000_000n })
  const requestHash = new Uint8Array(randomBytes(32))
  const priceAtomic = amountAtomic
  const longAgo = new Date(ctx.clock.now().getTime() - 40 * 86_400_000)
  const challenge = createChallenge({
    ...{ secretKey: ctx.env.secretKey, baseUrl: ctx.env.baseUrl, requestHash, priceAtomic, now: longAgo },
  })
  const authorization = {
    ...{ from: payer.address, to: ctx.env.treasury, value: String(amountAtomic), nonce },
    ...{ validAfter: '0', validBefore: '1' },
  }
  const shown: ExactPayment = {
    x402Version: 2,
    accepted: {
      ...{ scheme: 'exact', network: id, asset: usdc.address, amount: String(amountAtomic) },
      ...{ payTo: ctx.env.treasury, maxTimeoutSeconds: 60, extra: { challenge } },
    },
    payload: { signature: '0x00', authorization },
  }
  const show = () =>
    purchase({
      ctx: { ...ctx, facilitator: {} as Facilitator },
      input: {
        ...{ operation: 'createBounty', payTo: 'treasury', priceAtomic: () => priceAtomic, requestHash },
        payment: shown,
        url: 'http://cairn.test/api/v1/bounties',
        sale: {
          flow: 'upfront',
          order: () => ({
            title: 'Late',
            brief: 'Shown after it went back.',
            amountUsdc: 50,
            deadlineDays: 7,
          }),
          fulfil: () => Promise.reject(new Error('there is nothing to answer')),
        },
      },
    })
  // The journal lacks the payment. The books have the money, for offers of any age.
  expect(await show()).toEqual({ outcome: 'refused', reason: 'paid_without_order' })
  // Shown once long ago, and given up before anything was stored.
  await ctx.db.insert(payment).values({
    ...{ network: id, asset: usdc.address.toLowerCase(), nonce, payer: payer.address.toLowerCase() },
    ...{ payTo: ctx.env.treasury.toLowerCase(), amountAtomic, validBefore: 1n, operation: 'createBounty' },
    ...{ requestHash, payloadHash: hashPayment(shown), state: 'void', reason: 'abandoned' },
    ...{ claimedUntil: longAgo, createdAt: longAgo, closedAt: longAgo },
  })
  await sendBack(asked)
  await work()
  // Sent, but not mined yet.
  expect(await show()).toEqual({ outcome: 'refused', reason: 'paid_and_sent_back' })
  await finish(asked)
  expect(await show()).toEqual({ outcome: 'refused', reason: 'paid_and_sent_back' })
  expect(await ctx.db.select().from(payment).where(eq(payment.nonce, nonce))).toMatchObject([
    { state: 'void', reason: 'paid_and_sent_back' },
  ])
  expect(await bench.balanceOf(network(), payer.address)).toBe(amountAtomic)
  expect((await bench.check()).findings).toEqual([])
})

test('a return that was never sent, or sent to another address or with another amount, remains a finding', async () => {
  const { asked, payer, amountAtomic } = await come()
  const nonce = returnNonce({ network: id, transaction: asked.transaction, logIndex: asked.log_index })
  const terms = { chain: network(), usdc: network().usdc, signer: bench.signers.treasury, nonce }
  await bench.forge(`
    insert into inflow_return (chain_id, tx_hash, log_index, sender, amount_atomic, nonce, state, done_tx, done_at)
    values (8453, '\\x${asked.transaction.slice(2)}', ${asked.log_index}, '${payer.address.toLowerCase()}', ${amountAtomic},
            '\\x${nonce.slice(2)}', 'returned', '\\x${'ab'.repeat(32)}', service_now() - interval '11 minutes')`)
  expect((await bench.check()).violations).toEqual(['inflow_without_payment', 'return_not_on_chain'])
  // With its own nonce, but to another address: the theft explains neither side.
  const data = await encodeTransferOnce({ ...terms, to: someone(), amountAtomic: amountAtomic - 1n })
  await bench.sendFrom(network(), someone(), network().usdc.address, data)
  expect((await bench.check()).violations).toEqual([
    ...['inflow_without_payment', 'outflow_without_bounty', 'return_not_on_chain', 'treasury_difference'],
  ])
  // Repaid, and returned with another nonce: the row still contradicts the chain.
  await bench.transfer(network(), bench.stranger, bench.ctx.env.treasury, amountAtomic - 1n)
  await bench.transfer(network(), bench.ctx.env.treasury, payer.address, amountAtomic)
  expect((await bench.check()).violations).toEqual(['return_not_on_chain'])
  await bench.forge(`delete from inflow_return where done_tx = '\\x${'ab'.repeat(32)}'`)
})

test('a payment that was given up is looked up when an operator asks, and its bounty begins', async () => {
  const paid = await bench.payBounty({ network: id })
  const { bountyId, paymentId } = paid.row
  await bench.forge(`
    delete from agent_token where bounty_id = '${bountyId}';
    delete from event where subject = 'bounty' and subject_id = '${bountyId}';
    delete from bounty where bounty_id = '${bountyId}';
    update payment set state = 'failed', settle_tx = null, reason = 'watched_enough', looked_at = now(), closed_at = now(),
      claimed_until = now() - interval '40 days' where id = ${paymentId}`)
  await reconcilePayments({ ctx: bench.ctx })
  const stateOf = async () =>
    (await bench.ctx.db.select().from(payment).where(eq(payment.id, paymentId)))[0]!.state
  expect(await stateOf()).toBe('failed')

  const input = { action: 'look_up_payment', input: { payment_id: paymentId }, reason: 'its payer asks' }
  expect(await previewAction({ ctx: bench.ctx, input, operator })).toMatchObject({
    signs: false,
    refusal: null,
  })
  await runAction({ ctx: bench.ctx, input, operator, requestId: 'r' })
  await reconcilePayments({ ctx: bench.ctx })
  expect(await stateOf()).toBe('settled')
  expect((await bench.rowOf(bountyId)).state).toBe('paid')
  await expect(runAction({ ctx: bench.ctx, input, operator, requestId: 'r' })).rejects.toThrow(
    'It is settled',
  )
  const [log] = await bench.ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(operatorAction)
    .where(eq(operatorAction.subjectId, String(paymentId)))
  expect(log!.count).toBe(1)
  await bench.run()
})
