import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { bytesToHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inflowReturn } from '#db/schema/inflow-return'
import { ledgerEntry } from '#db/schema/ledger'
import { operatorAction } from '#db/schema/operator'
import { chainTx } from '#db/schema/outbox'
import { payment } from '#db/schema/payment'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { Context } from '#lib/adapters/context'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { fundUsdc } from '#lib/sandbox/chain-controls'
import { type LedgerBench, startLedgerBench } from '#lib/sandbox/testing/ledger-bench'
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

const id = 'eip155:8453'
const wallet = privateKeyToAccount(generatePrivateKey())
const operator = {
  ...{ address: wallet.address, chainId: 8453 },
  ...{ expiresAt: new Date(Date.now() + 3_600_000), tokenHash: new Uint8Array(32) },
}
/** The guard's hour passes. */
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

/** Comes in from a wallet of its own, and is in the books; by an authorization when it has a nonce. */
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

/** As the console does it: shown, signed, done. */
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
  advanceReturns({ ctx, treasury: bench.desk.treasury, network: network() })
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
  await bench.runLanes()
  await bench.runLanes()
  await bench.check()
  await work()
  expect(await rowOf(asked)).toMatchObject({ state: 'returned', hindrance: null })
}

describe('money that no payment explains goes back once', () => {
  test('signed by several at once, sent by several workers, over a crash and a restored backup; the books are even', async () => {
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
    // Asked of the outbox and not sent: another process goes on from there.
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

    // The backup knows of the wish alone: the token has moved it, and the books say so again.
    await restore()
    await bench.check()
    await work()
    expect(await rowOf(asked)).toMatchObject({ state: 'returned' })
    expect(await bench.balanceOf(network(), payer.address)).toBe(amountAtomic)
  })

  test('two of the same sender and amount: the one that was sent back is the one that is explained', async () => {
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

  test('a token that refuses the sender: tried again later, and said so meanwhile', async () => {
    const { asked } = await come()
    await sendBack(asked)
    await work()
    await bench.ctx.db
      .update(chainTx)
      .set({ state: 'rejected', error: 'Blacklistable: account is blacklisted' })
      .where(and(eq(chainTx.kind, 'return_inflow'), eq(chainTx.state, 'queued')))
    await work()
    expect((await rowOf(asked))!.hindrance).toContain('account is blacklisted')
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
  test('what is young, what a payment explains or may still explain, and what never came in', async () => {
    const nonce = bytesToHex(randomBytes(32))
    const young = await come({ nonce, age: 'new' })
    expect((await preview(young.asked)).refusal).toContain('less than 60 minutes')
    await expect(sendBack(young.asked)).rejects.toThrow('less than 60 minutes')
    await grow()
    expect((await preview(young.asked)).refusal).toBeNull()

    // Shown to us once, and void: whoever shows it again is owed what it was for.
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

    // With a bounty's money on its way, a thief's share gone and the rest asked back, the treasury would fall short.
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

  test('a bounty for money that went back, and a return of what was explained meanwhile', async () => {
    const nonce = bytesToHex(randomBytes(32))
    const { asked, payer, transaction, amountAtomic } = await come({ nonce, amountAtomic: 50_000_000n })
    await sendBack(asked)
    // A journal row that comes late, as no caller could make one: its payer has the money back, or is about to.
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
    // Nothing was sent yet, and a payment explains it now: the wish is withdrawn, and the payment holds.
    await work()
    expect(await rowOf(asked)).toMatchObject({ state: 'withdrawn', chainTxId: null })
    await settleOrder({ ctx: bench.ctx, input: { id: Number(late!.id), transaction } })
    await bench.run()
    expect((await bench.check()).findings).toEqual([])
    expect(await bench.balanceOf(network(), payer.address)).toBe(0n)
  })
})

test('money that went back buys nothing when its payment is shown after all, and its payer is told so', async () => {
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
  // Nothing of it is known: the books have the money, however old the offer is.
  expect(await show()).toEqual({ outcome: 'refused', reason: 'paid_without_order' })
  // Shown once long ago, and given up before anything was kept.
  await ctx.db.insert(payment).values({
    ...{ network: id, asset: usdc.address.toLowerCase(), nonce, payer: payer.address.toLowerCase() },
    ...{ payTo: ctx.env.treasury.toLowerCase(), amountAtomic, validBefore: 1n, operation: 'createBounty' },
    ...{ requestHash, payloadHash: hashPayment(shown), state: 'void', reason: 'abandoned' },
    ...{ claimedUntil: longAgo, createdAt: longAgo, closedAt: longAgo },
  })
  await sendBack(asked)
  await work()
  // Sent, and in no block yet.
  expect(await show()).toEqual({ outcome: 'refused', reason: 'paid_and_sent_back' })
  await finish(asked)
  expect(await show()).toEqual({ outcome: 'refused', reason: 'paid_and_sent_back' })
  expect(await ctx.db.select().from(payment).where(eq(payment.nonce, nonce))).toMatchObject([
    { state: 'void', reason: 'paid_and_sent_back' },
  ])
  expect(await bench.balanceOf(network(), payer.address)).toBe(amountAtomic)
  expect((await bench.check()).findings).toEqual([])
})

test('a return on paper alone, to another address or of another amount stays a finding', async () => {
  const { asked, payer, amountAtomic } = await come()
  const nonce = returnNonce({ network: id, transaction: asked.transaction, logIndex: asked.log_index })
  const terms = { chain: network(), usdc: network().usdc, signer: bench.desk.treasury, nonce }
  await bench.forge(`
    insert into inflow_return (chain_id, tx_hash, log_index, sender, amount_atomic, nonce, state, done_tx, done_at)
    values (8453, '\\x${asked.transaction.slice(2)}', ${asked.log_index}, '${payer.address.toLowerCase()}', ${amountAtomic},
            '\\x${nonce.slice(2)}', 'returned', '\\x${'ab'.repeat(32)}', service_now() - interval '11 minutes')`)
  expect((await bench.check()).violations).toEqual(['inflow_without_payment', 'return_not_on_chain'])
  // By its own nonce, and elsewhere: the thief explains neither side.
  const data = await encodeTransferOnce({ ...terms, to: someone(), amountAtomic: amountAtomic - 1n })
  await bench.sendFrom(network(), someone(), network().usdc.address, data)
  expect((await bench.check()).violations).toEqual([
    ...['inflow_without_payment', 'outflow_without_bounty', 'return_not_on_chain', 'treasury_difference'],
  ])
  // Made good, and sent back by another nonce: the row is still not what the chain says.
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
