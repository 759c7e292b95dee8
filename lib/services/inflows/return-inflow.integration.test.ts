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
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'

const id = 'eip155:8453'
const wallet = privateKeyToAccount(generatePrivateKey())
const operator = {
  ...{ address: wallet.address, chainId: 8453 },
  ...{ expiresAt: new Date(Date.now() + 3_600_000), tokenHash: new Uint8Array(32) },
}
/** Waits for the guard's hour to pass. */
const grow = () => fixture.advanceClock(3_700)

let fixture: LedgerFixture
let before: Figures
beforeAll(async () => {
  fixture = await startLedgerFixture({ settings: { OPERATOR_WALLETS: `eip155:8453:${wallet.address}` } })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  const found = await fixture.check()
  expect(found.findings).toEqual([])
  before = found.figuresOf(id)
})

const network = () => fixture.networkOf(id)
const someone = () => fixture.newAddress()

type Asked = { network: string; transaction: Hex; log_index: number }

/** Sends an inflow from a new wallet, with a nonce as an authorization, and waits until the books have it. */
async function come(options: { amountAtomic?: bigint; nonce?: Hex; age?: 'old' | 'new' } = {}) {
  const { amountAtomic = 12_345_678n, nonce, age = 'old' } = options
  const payer = privateKeyToAccount(generatePrivateKey())
  const { usdc } = network()
  const { treasury } = fixture.ctx.env
  await fundUsdc(fixture.rpcUrlOf(network()), usdc.address, payer.address, amountAtomic)
  const terms = { chain: network(), usdc, signer: payer, to: treasury, amountAtomic }
  const data = nonce && (await encodeTransferOnce({ ...terms, nonce }))
  const transaction = data
    ? await fixture.sendFrom(network(), someone(), usdc.address, data)
    : await fixture.transfer(network(), payer.address, treasury, amountAtomic)
  await fixture.check()
  if (age === 'old') await grow()
  const [entry] = await fixture.ctx.db
    .select({ logIndex: ledgerEntry.logIndex })
    .from(ledgerEntry)
    .where(eq(ledgerEntry.txHash, Buffer.from(transaction.slice(2), 'hex')))
  const asked: Asked = { network: id, transaction, log_index: entry!.logIndex }
  return { payer, asked, transaction, amountAtomic }
}

const preview = (asked: Asked, reason = '') =>
  previewAction({ ctx: fixture.ctx, input: { action: 'return_inflow', input: asked, reason }, operator })

/** Acts as the console does: preview, signature, action. */
async function sendBack(asked: Asked, ctx: Context = fixture.ctx) {
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

const work = (ctx: Context = fixture.ctx) =>
  advanceReturns({ ctx, treasury: fixture.signers.treasury, network: network() })
const rowOf = async ({ transaction }: Asked) => {
  const [row] = await fixture.ctx.db
    .select()
    .from(inflowReturn)
    .where(eq(inflowReturn.txHash, Buffer.from(transaction.slice(2), 'hex')))
  return row
}
const returnsSent = () => fixture.ctx.db.select().from(chainTx).where(eq(chainTx.kind, 'return_inflow'))

async function finish(asked: Asked): Promise<void> {
  await work()
  await fixture.runSenderQueues()
  await fixture.runSenderQueues()
  await fixture.check()
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
    const log = await fixture.ctx.db.select().from(operatorAction).where(eq(operatorAction.subject, 'inflow'))
    expect(log).toMatchObject([
      { action: 'return_inflow', subjectId: `${id} ${asked.transaction} ${asked.log_index}` },
    ])

    const restore = await fixture.backUp()
    const other = await fixture.newProcess()
    await Promise.all([work(), work(other), work()])
    expect(await returnsSent()).toHaveLength(1)
    // It was enqueued in the outbox and not sent: another process continues from there.
    await work(other)
    await finish(asked)
    expect(await returnsSent()).toHaveLength(1)
    expect(await fixture.balanceOf(network(), payer.address)).toBe(amountAtomic)
    const after = await fixture.check()
    expect(after.findings).toEqual([])
    expect(after.figuresOf(id).treasury).toEqual({
      ...before.treasury,
      inflows: before.treasury.inflows + amountAtomic,
      outflows: before.treasury.outflows + amountAtomic,
    })
    expect((await preview(asked)).refusal).toBe('This has been sent back already.')

    // The restored database has only the decision. The money has moved on the chain, and the books show it again.
    await restore()
    await fixture.check()
    await work()
    expect(await rowOf(asked)).toMatchObject({ state: 'returned' })
    expect(await fixture.balanceOf(network(), payer.address)).toBe(amountAtomic)
  })

  test('of two inflows with the same sender and amount, only the returned one is explained', async () => {
    const first = await come({ amountAtomic: 7n })
    await fixture.transfer(network(), fixture.stranger, first.payer.address, 7n)
    const second = await fixture.transfer(network(), first.payer.address, fixture.ctx.env.treasury, 7n)
    await fixture.check()
    await grow()
    const [entry] = await fixture.ctx.db
      .select({ logIndex: ledgerEntry.logIndex })
      .from(ledgerEntry)
      .where(eq(ledgerEntry.txHash, Buffer.from(second.slice(2), 'hex')))
    const asked = { network: id, transaction: second, log_index: entry!.logIndex }
    await sendBack(asked)
    await finish(asked)
    expect((await fixture.check()).findings).toMatchObject([
      { code: 'inflow_without_payment', count: 1, ids: [first.transaction] },
    ])
    await sendBack(first.asked)
    await finish(first.asked)
    expect((await fixture.check()).findings).toEqual([])
  })

  test('a token that refuses the sender: tried again later, with the reason shown', async () => {
    const { asked } = await come()
    await sendBack(asked)
    await work()
    await fixture.ctx.db
      .update(chainTx)
      .set({ state: 'rejected', error: 'Blacklistable: account is blacklisted' })
      .where(and(eq(chainTx.kind, 'return_inflow'), eq(chainTx.state, 'queued')))
    await work()
    expect((await rowOf(asked))!.blocker).toContain('account is blacklisted')
    await fixture.forge(
      `update inflow_return set asked_at = asked_at - interval '11 minutes' where state = 'asked'`,
    )
    expect((await fixture.check()).violations).toContain('return_late')
    await fixture.forge(
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
    const [row] = await fixture.ctx.db
      .insert(payment)
      .values({
        ...{ network: id, asset: network().usdc.address.toLowerCase(), nonce },
        ...{ payer: young.payer.address.toLowerCase(), payTo: fixture.ctx.env.treasury.toLowerCase() },
        ...{ amountAtomic: young.amountAtomic, validBefore: 1n, operation: 'createBounty' },
        ...{ requestHash: randomBytes(32), payloadHash: randomBytes(32), state: 'void' },
        ...{ claimedUntil: new Date(), closedAt: new Date() },
      })
      .returning({ id: payment.id })
    expect((await preview(young.asked)).refusal).toContain(`Payment ${row!.id} has this very authorization`)
    await fixture.forge(`update payment set amount_atomic = amount_atomic + 1 where id = ${row!.id}`)
    expect((await preview(young.asked)).refusal).toBeNull()
    await fixture.forge(`update payment set amount_atomic = amount_atomic - 1 where id = ${row!.id}`)
    await fixture.forge(`update payment set closed_at = closed_at - interval '31 days' where id = ${row!.id}`)
    expect((await preview(young.asked)).refusal).toBeNull()
    await fixture.ctx.db.delete(payment).where(eq(payment.id, row!.id))

    const paid = await fixture.payBounty({ network: id })
    await fixture.check()
    const [explained] = await fixture.ctx.db
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
    await fixture.transfer(network(), fixture.ctx.env.treasury, someone(), 1n)
    await fixture.check()
    expect((await preview(young.asked)).refusal).toContain('would have less than is on its way')
    await fixture.transfer(network(), fixture.stranger, fixture.ctx.env.treasury, 1n)
    await fixture.run()
    await fixture.check()
    await sendBack(young.asked)
    await finish(young.asked)
    expect((await fixture.check()).findings).toEqual([])
  })

  test('a bounty for returned money, and a return of an inflow that was explained meanwhile', async () => {
    const nonce = bytesToHex(randomBytes(32))
    const { asked, payer, transaction, amountAtomic } = await come({ nonce, amountAtomic: 50_000_000n })
    await sendBack(asked)
    // A late journal row, inserted directly: its payer has the money back, or is about to.
    await fixture.forge(`
      insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                           payload_hash, state, claimed_until)
      values ('${id}', '${network().usdc.address.toLowerCase()}', '${payer.address.toLowerCase()}', '${nonce}',
              '${fixture.ctx.env.treasury.toLowerCase()}', ${amountAtomic}, 1, 'createBounty', '', '', 'settling', now());
      insert into bounty_order (payment_id, title, brief, amount_usdc, deadline_days)
      select max(id), 'Late', 'Nobody can order like this.', 50, 7 from payment`)
    const [late] = await fixture.ctx.sql<{ id: string }[]>`select max(id) as id from payment`
    await expect(
      settleOrder({ ctx: fixture.ctx, input: { id: Number(late!.id), transaction } }),
    ).rejects.toThrow('was sent back')
    // The return was not sent yet, and a payment explains the inflow now: the return is withdrawn.
    await work()
    expect(await rowOf(asked)).toMatchObject({ state: 'withdrawn', chainTxId: null })
    await settleOrder({ ctx: fixture.ctx, input: { id: Number(late!.id), transaction } })
    await fixture.run()
    expect((await fixture.check()).findings).toEqual([])
    expect(await fixture.balanceOf(network(), payer.address)).toBe(0n)
  })
})

test('returned money buys nothing if its payment is shown later, and the refusal says why', async () => {
  const { ctx } = fixture
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
  expect(await fixture.balanceOf(network(), payer.address)).toBe(amountAtomic)
  expect((await fixture.check()).findings).toEqual([])
})

test('a return that was never sent, or sent to another address or with another amount, remains a finding', async () => {
  const { asked, payer, amountAtomic } = await come()
  const nonce = returnNonce({ network: id, transaction: asked.transaction, logIndex: asked.log_index })
  const terms = { chain: network(), usdc: network().usdc, signer: fixture.signers.treasury, nonce }
  await fixture.forge(`
    insert into inflow_return (chain_id, tx_hash, log_index, sender, amount_atomic, nonce, state, done_tx, done_at)
    values (8453, '\\x${asked.transaction.slice(2)}', ${asked.log_index}, '${payer.address.toLowerCase()}', ${amountAtomic},
            '\\x${nonce.slice(2)}', 'returned', '\\x${'ab'.repeat(32)}', service_now() - interval '11 minutes')`)
  expect((await fixture.check()).violations).toEqual(['inflow_without_payment', 'return_not_on_chain'])
  // The transfer has its own nonce but another recipient, so the theft explains neither side.
  const data = await encodeTransferOnce({ ...terms, to: someone(), amountAtomic: amountAtomic - 1n })
  await fixture.sendFrom(network(), someone(), network().usdc.address, data)
  expect((await fixture.check()).violations).toEqual([
    ...['inflow_without_payment', 'outflow_without_bounty', 'return_not_on_chain', 'treasury_difference'],
  ])
  // Repaid, and returned with another nonce: the row still contradicts the chain.
  await fixture.transfer(network(), fixture.stranger, fixture.ctx.env.treasury, amountAtomic - 1n)
  await fixture.transfer(network(), fixture.ctx.env.treasury, payer.address, amountAtomic)
  expect((await fixture.check()).violations).toEqual(['return_not_on_chain'])
  await fixture.forge(`delete from inflow_return where done_tx = '\\x${'ab'.repeat(32)}'`)
})

test('a payment that was given up is looked up when an operator asks, and its bounty begins', async () => {
  const paid = await fixture.payBounty({ network: id })
  const { bountyId, paymentId } = paid.row
  await fixture.forge(`
    delete from agent_token where bounty_id = '${bountyId}';
    delete from event where subject = 'bounty' and subject_id = '${bountyId}';
    delete from bounty where bounty_id = '${bountyId}';
    update payment set state = 'failed', settle_tx = null, reason = 'watched_enough', looked_at = now(), closed_at = now(),
      claimed_until = now() - interval '40 days' where id = ${paymentId}`)
  await reconcilePayments({ ctx: fixture.ctx })
  const stateOf = async () =>
    (await fixture.ctx.db.select().from(payment).where(eq(payment.id, paymentId)))[0]!.state
  expect(await stateOf()).toBe('failed')

  const input = { action: 'look_up_payment', input: { payment_id: paymentId }, reason: 'its payer asks' }
  expect(await previewAction({ ctx: fixture.ctx, input, operator })).toMatchObject({
    signs: false,
    refusal: null,
  })
  await runAction({ ctx: fixture.ctx, input, operator, requestId: 'r' })
  await reconcilePayments({ ctx: fixture.ctx })
  expect(await stateOf()).toBe('settled')
  expect((await fixture.rowOf(bountyId)).state).toBe('paid')
  await expect(runAction({ ctx: fixture.ctx, input, operator, requestId: 'r' })).rejects.toThrow(
    'It is settled',
  )
  const [log] = await fixture.ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(operatorAction)
    .where(eq(operatorAction.subjectId, String(paymentId)))
  expect(log!.count).toBe(1)
  await fixture.run()
})
