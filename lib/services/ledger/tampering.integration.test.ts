import { randomBytes } from 'node:crypto'
import {
  bytesToHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { Figures } from '#lib/services/ledger/read-books'
import { settleOrder } from '#lib/services/payments/settle-order'
import { fundUsdc, openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'

const approveAbi = parseAbi(['function approve(address spender, uint256 value)'])
const id = 'eip155:8453'
/** The storage slot of the balances in the sandbox's token. */
const balancesSlot = 3n
const old = "service_now() - interval '11 minutes'"

let fixture: LedgerFixture
beforeAll(async () => {
  fixture = await startLedgerFixture()
})
afterAll(() => fixture.close())

const network = () => fixture.networkOf(id)
const treasury = () => fixture.ctx.env.treasury

/** The changes between two checks: each figure that changed, and by how much. */
async function moved(before: Figures): Promise<Record<string, bigint>> {
  const after = (await fixture.check()).figuresOf(id)
  const changes = (['escrow', 'treasury'] as const).flatMap((part) =>
    Object.entries(after[part]).map(([name, value]): [string, bigint] => [
      `${part}.${name}`,
      value - (before[part] as Record<string, bigint>)[name]!,
    ]),
  )
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n))
}
const figures = async () => (await fixture.check()).figuresOf(id)
const codes = async () => (await fixture.check()).violations

/** Posts a bounty directly from an account, past the service. */
async function postFrom(from: Hex, refundTo: Hex, amountAtomic: bigint, ref: Hex): Promise<Hex> {
  const { usdc, escrow } = network()
  const approve = encodeFunctionData({
    abi: approveAbi,
    functionName: 'approve',
    args: [escrow, 2n ** 256n - 1n],
  })
  await fixture.sendFrom(network(), from, usdc.address, approve)
  const deadline = Math.floor(fixture.ctx.clock.now().getTime() / 1_000) + 86_400
  const post = encodeFunctionData({
    abi: bountyEscrowAbi,
    functionName: 'post',
    args: [ref, refundTo, amountAtomic, deadline],
  })
  return fixture.sendFrom(network(), from, escrow, post)
}

const randomHex = () => bytesToHex(randomBytes(32))

describe('money that moves past the service is found, named, and moves the right figure by exactly its amount', () => {
  test('a transfer into the treasury without a payment, and its way back', async () => {
    const before = await figures()
    const hash = await fixture.transfer(network(), fixture.stranger, treasury(), 7_654_321n)
    expect(await moved(before)).toEqual({
      'treasury.inflows': 7_654_321n,
      'treasury.unmatchedIn': 7_654_321n,
    })
    const { findings, verdict } = await fixture.check()
    expect(verdict).toBe('violated')
    expect(findings).toMatchObject([{ code: 'inflow_without_payment', network: id, count: 1, ids: [hash] }])
    expect(findings[0]!.message).toContain('7.654321 USDC')

    await fixture.transfer(network(), treasury(), fixture.stranger, 7_654_321n)
    expect(await moved(before)).toEqual({ 'treasury.inflows': 7_654_321n, 'treasury.outflows': 7_654_321n })
    expect((await fixture.check()).verdict).toBe('sound')
  })

  test('an authorization to the treasury that the journal lacks', async () => {
    const before = await figures()
    const payer = privateKeyToAccount(randomHex())
    await fundUsdc(fixture.rpcUrlOf(network()), network().usdc.address, payer.address, 50_000_000n)
    const data = await encodeTransferOnce({
      chain: network(),
      usdc: network().usdc,
      signer: payer,
      to: treasury(),
      amountAtomic: 50_000_000n,
      nonce: randomHex(),
    })
    const paid = await fixture.sendFrom(network(), payer.address, network().usdc.address, data)
    expect(await moved(before)).toEqual({
      'treasury.inflows': 50_000_000n,
      'treasury.unmatchedIn': 50_000_000n,
    })
    expect((await fixture.check()).findings).toMatchObject([{ code: 'inflow_without_payment', ids: [paid] }])
    await fixture.transfer(network(), treasury(), payer.address, 50_000_000n)
    expect((await fixture.check()).verdict).toBe('sound')
  })

  test('a theft with the treasury’s key, until the loss is repaid', async () => {
    const before = await figures()
    const thief = privateKeyToAccount(randomHex()).address
    await fixture.payBounty({ network: id })
    const hash = await fixture.transfer(network(), treasury(), thief, 49_999_999n)
    expect(await moved(before)).toEqual({
      'treasury.inflows': 50_000_000n,
      'treasury.outflows': 49_999_999n,
      'treasury.inFlight': 50_000_000n,
      'treasury.unmatchedOut': 49_999_999n,
      'treasury.difference': -49_999_999n,
    })
    const { findings, verdict } = await fixture.check()
    expect(verdict).toBe('violated')
    expect(findings[0]!.message).toBe(
      'The treasury kept 49.999999 USDC too little of what is on its way to the escrow or back.',
    )
    expect(findings).toMatchObject([
      { code: 'treasury_difference', network: id },
      { code: 'outflow_without_bounty', network: id, ids: [hash] },
    ])
    await fixture.transfer(network(), fixture.stranger, treasury(), 49_999_999n)
    expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
    await fixture.run()
    expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
  })

  test('money that leaves the treasury without a transfer event, as gas or as the native coin of Arc', async () => {
    const { row } = await fixture.payBounty({ network: id })
    const before = await figures()
    expect(before.treasury).toMatchObject({ shortfall: 0n, difference: 0n })
    const client = openLocal(fixture.rpcUrlOf(network()))
    const index = keccak256(
      encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [treasury(), balancesSlot]),
    )
    const address = network().usdc.address
    const had = BigInt((await client.getStorageAt({ address, slot: index }))!)
    const left = before.treasury.inFlight - 3n
    expect(had).toBeGreaterThanOrEqual(before.treasury.inFlight)
    const setBalance = (value: bigint) =>
      client.setStorageAt({ address, index, value: numberToHex(value, { size: 32 }) })
    await setBalance(left)
    expect(await codes()).toEqual(['treasury_short'])
    expect(await moved(before)).toEqual({ 'treasury.shortfall': 3n })
    expect((await fixture.check()).verdict).toBe('violated')
    await setBalance(had)
    expect(await codes()).toEqual([])
    expect(row.state).toBe('paid')
  })

  test('an inflow before a theft does not repay it', { tags: 'thorough' }, async () => {
    const before = await figures()
    const steal = () => fixture.transfer(network(), treasury(), privateKeyToAccount(randomHex()).address, 77n)
    const give = () => fixture.transfer(network(), fixture.stranger, treasury(), 77n)
    await fixture.payBounty({ network: id })
    await steal()
    await give()
    await give()
    await steal()
    expect(await moved(before)).toMatchObject({
      'treasury.unmatchedIn': 77n,
      'treasury.unmatchedOut': 77n,
      'treasury.difference': -77n,
    })
    await give()
    await fixture.transfer(network(), treasury(), fixture.stranger, 77n)
    await fixture.run()
    expect((await fixture.check()).figuresOf(id).treasury.difference).toBe(0n)
  })

  test('a donation to the escrow is shown as surplus and is no violation', async () => {
    const before = await figures()
    await fixture.transfer(network(), fixture.stranger, network().escrow, 123_456n)
    expect(await moved(before)).toEqual({ 'escrow.balance': 123_456n, 'escrow.surplus': 123_456n })
    const { findings, verdict } = await fixture.check()
    expect(verdict).toBe('sound')
    expect(findings).toMatchObject([{ code: 'escrow_surplus', severity: 'notice' }])
    const sweep = encodeFunctionData({
      abi: bountyEscrowAbi,
      functionName: 'sweep',
      args: [network().usdc.address, fixture.stranger],
    })
    await sendAsDeployer(openLocal(fixture.rpcUrlOf(network())), network().escrow, sweep)
    expect(await moved(before)).toEqual({})
    expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
  })

  test('a bounty of another poster is counted as foreign and is no difference', async () => {
    const before = await figures()
    await fundUsdc(fixture.rpcUrlOf(network()), network().usdc.address, fixture.stranger, 5_000_000n)
    await postFrom(fixture.stranger, fixture.stranger, 5_000_000n, randomHex())
    expect(await moved(before)).toEqual({
      'escrow.balance': 5_000_000n,
      'escrow.totalOpen': 5_000_000n,
      'escrow.others': 5_000_000n,
    })
    expect((await fixture.check()).verdict).toBe('sound')
  })

  test('a transfer of zero from the treasury and a transfer to itself are ignored', async () => {
    const before = await figures()
    const { usdc } = network()
    const data = encodeFunctionData({
      abi: parseAbi(['function transferFrom(address from, address to, uint256 value)']),
      functionName: 'transferFrom',
      args: [treasury(), fixture.stranger, 0n],
    })
    await fixture.sendFrom(network(), fixture.stranger, usdc.address, data)
    await fixture.payBounty({ network: id })
    await fixture.transfer(network(), treasury(), treasury(), 1n)
    expect(await moved(before)).toEqual({ 'treasury.inflows': 50_000_000n, 'treasury.inFlight': 50_000_000n })
    expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
  })

  test('a post of another poster under a reference of ours is counted as foreign', async () => {
    const paid = await fixture.payBounty({ network: id })
    const before = await figures()
    await fundUsdc(fixture.rpcUrlOf(network()), network().usdc.address, fixture.stranger, paid.amountAtomic)
    await postFrom(fixture.stranger, paid.payer.address, paid.amountAtomic, bytesToHex(paid.row.ref))
    expect(await moved(before)).toEqual({
      'escrow.balance': paid.amountAtomic,
      'escrow.totalOpen': paid.amountAtomic,
      'escrow.others': paid.amountAtomic,
    })
    await fixture.run()
    expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
  })
})

describe('changes that the guards of the database would refuse', { tags: 'thorough' }, () => {
  test('a payment whose settled mark is missing is still in flight, and is reported once the payment is no longer watched', async () => {
    const paid = await fixture.payBounty({ network: id })
    const before = await figures()
    const { bountyId, paymentId } = paid.row
    const removeMark = (closedAt: string) =>
      fixture.forge(`
        delete from agent_token where bounty_id = '${bountyId}';
        delete from bounty where bounty_id = '${bountyId}';
        update payment set state = 'settling', settle_tx = null, closed_at = ${closedAt} where id = ${paymentId};`)
    await removeMark('null')
    expect(await moved(before)).toEqual({})
    expect(await codes()).toEqual([])
    await fixture.forge(`update ledger_entry set written_at = now() - interval '11 minutes'`)
    expect((await fixture.check()).findings).toMatchObject([
      { code: 'payment_not_noted', count: 1, ids: [`payment ${paymentId}`] },
    ])
    await fixture.forge(`update ledger_entry set written_at = now()`)
    await removeMark('now()')
    expect(await codes()).toEqual(['payment_not_noted'])
    expect(await moved(before)).toEqual({})
    await fixture.forge(`update payment set closed_at = null where id = ${paymentId}`)
    await settleOrder({
      ctx: fixture.ctx,
      input: { id: paymentId, transaction: bytesToHex(paid.row.paymentTx) },
    })
    await fixture.run()
    expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
  })

  test.each([
    ['another state', `state = 'cancelling'`, ['bounty_differs_from_log']],
    [
      'an end that was not',
      `state = 'cancelled', payout_tx = payment_tx`,
      ['bounty_differs_from_log', 'end_not_on_chain'],
    ],
    [
      'another payer',
      `payer = '0x${'ab'.repeat(20)}'`,
      [
        'bounty_differs_from_payment',
        'escrow_difference',
        'post_not_on_chain',
        'post_without_bounty',
        'treasury_difference',
      ],
    ],
    [
      'a smaller amount',
      `amount_usdc = 1`,
      [
        'bounty_differs_from_payment',
        'escrow_difference',
        'post_not_on_chain',
        'post_without_bounty',
        'treasury_difference',
      ],
    ],
    [
      'another reference',
      `ref = payment_tx`,
      [
        'bounty_of_other_payment',
        'escrow_difference',
        'post_not_on_chain',
        'post_without_bounty',
        'treasury_difference',
      ],
    ],
    ['another number', `onchain_id = 4711`, ['numbered_otherwise']],
    ['another title', `title = 'Film something else'`, ['bounty_differs_from_payment']],
  ])('an open bounty with %s', async (_, set, expected) => {
    const paid = await fixture.payBounty({ network: id })
    await fixture.run()
    const { bountyId } = paid.row
    const [kept] = await fixture.ctx
      .sql`select to_jsonb(bounty) as row from bounty where bounty_id = ${bountyId}`
    await fixture.forge(`update bounty set updated_at = ${old}, ${set} where bounty_id = '${bountyId}'`)
    expect(await codes()).toEqual(expected)
    await fixture.forge(`delete from bounty where bounty_id = '${bountyId}';
      insert into bounty select * from jsonb_populate_record(null::bounty, '${JSON.stringify(kept!.row)}')`)
    expect(await codes()).toEqual([])
  })

  test('a payment with another amount than its inflow', async () => {
    const paid = await fixture.payBounty({ network: id })
    const set = (amount: bigint) =>
      fixture.forge(`update bounty set paid_at = ${old} where bounty_id = '${paid.row.bountyId}';
        update payment set amount_atomic = ${amount} where id = ${paid.row.paymentId}`)
    await set(paid.amountAtomic - 1n)
    expect(await codes()).toEqual([
      'bounty_differs_from_payment',
      'inflow_without_payment',
      'payment_without_inflow',
      'treasury_difference',
    ])
    await set(paid.amountAtomic)
    expect(await codes()).toEqual([])
  })

  test('a payment that is undecided for more than ten minutes', async () => {
    const undecided = (state: string) =>
      fixture.forge(`update payment set state = '${state}', closed_at = null, claimed_until = now() - interval '11 minutes'
        where id = (select max(id) from payment where operation = 'look-up')`)
    await fixture.forge(`insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation,
        request_hash, payload_hash, state, claimed_until)
      values ('${id}', '0x', '0x', '0x', '0x', 1, 1, 'look-up', '', '', 'settling', now() - interval '9 minutes')`)
    expect(await codes()).toEqual([])
    await undecided('settling')
    expect(await codes()).toEqual(['payment_undecided'])
    await undecided('failed')
    expect(await codes()).toEqual([])
  })

  test('a bounty still open more than ten minutes after its deadline', async () => {
    const paid = await fixture.payBounty({ network: id })
    await fixture.run()
    const dueAt = (time: string) =>
      fixture.forge(`update bounty set deadline = ${time} where bounty_id = '${paid.row.bountyId}'`)
    await dueAt("service_now() - interval '9 minutes'")
    expect(await codes()).toEqual([])
    await dueAt(old)
    expect(await codes()).toEqual(['expiry_late'])
    await dueAt(`'${paid.row.deadline.toISOString()}'`)
    expect(await codes()).toEqual([])
  })

  test('a bounty whose token is missing, and a nonce whose transaction is missing', async () => {
    const paid = await fixture.payBounty({ network: id })
    await fixture.run()
    await fixture.forge(`delete from agent_token where bounty_id = '${paid.row.bountyId}'`)
    expect(await codes()).toEqual(['bounty_without_token'])
    await fixture.forge(`delete from chain_attempt where tx_id = (select min(id) + 1 from chain_tx);
      delete from chain_tx where id = (select min(id) + 1 from chain_tx)`)
    expect(await codes()).toEqual(['bounty_without_token', 'nonce_gap'])
  })
})

// This test is last because its effect cannot be undone.
test('a thief who posts the treasury’s money under his own reference', async () => {
  const paid = await fixture.payBounty({ network: id })
  const before = await figures()
  await fixture.transfer(network(), fixture.stranger, treasury(), 9_000_000n)
  await postFrom(treasury(), fixture.stranger, 9_000_000n, randomHex())
  expect(await moved(before)).toEqual({
    'escrow.balance': 9_000_000n,
    'escrow.totalOpen': 9_000_000n,
    'escrow.difference': 9_000_000n,
    'treasury.inflows': 9_000_000n,
    'treasury.outflows': 9_000_000n,
    'treasury.unmatchedIn': 9_000_000n,
    'treasury.unmatchedOut': 9_000_000n,
    'treasury.difference': -9_000_000n,
  })
  expect((await fixture.check()).violations).toContain('post_without_bounty')
  expect(paid.row.state).toBe('paid')
})
