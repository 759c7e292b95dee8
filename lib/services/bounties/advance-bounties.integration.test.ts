import { bytesToHex, type Hex, parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture()
})
afterAll(() => fixture.close())

const hex = (bytes: Uint8Array | null): Hex | null => bytes && bytesToHex(bytes)

/** The escrow's events in a transaction. */
async function eventsIn({ network }: Paid, transaction: Uint8Array | null) {
  const { client } = fixture.ctx.chains.get(network.chainId)!
  const { logs } = await client.getTransactionReceipt({ hash: hex(transaction)! })
  return parseEventLogs({ abi: bountyEscrowAbi, logs }).map(({ eventName, args }) => ({ eventName, ...args }))
}

describe.each(['eip155:8453', 'eip155:5042'] as const)('on %s', (id) => {
  const holdings = async (paid: Paid) => ({
    treasury: await fixture.balanceOf(paid.network, fixture.ctx.env.treasury),
    escrow: await fixture.balanceOf(paid.network, paid.network.escrow),
    payer: await fixture.balanceOf(paid.network, paid.payer.address),
  })

  test('paid becomes open: its number, its transaction, and exactly its money in escrow', async () => {
    const paid = await fixture.payBounty({ network: id, amountUsdc: 73 })
    const before = await holdings(paid)
    expect(before.payer).toBe(0n)
    await fixture.run()
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({ state: 'open', postIsFinal: true, postTries: 1, payoutTx: null })
    expect(await holdings(paid)).toEqual({
      treasury: before.treasury - 73_000_000n,
      escrow: before.escrow + 73_000_000n,
      payer: 0n,
    })
    expect(await eventsIn(paid, row.createTx)).toMatchObject([
      {
        eventName: 'BountyPosted',
        id: BigInt(row.onchainId!),
        ref: hex(row.ref),
        amount: 73_000_000n,
        deadline: BigInt(row.deadline.getTime() / 1_000),
      },
    ])
  })

  test('accepted: only the contributor is paid, exactly the amount', async () => {
    const paid = await fixture.payBounty({ network: id })
    const before = await holdings(paid)
    await fixture.run()
    const contributor = await fixture.accept(paid)
    await fixture.run()
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({
      state: 'accepted',
      exitTries: 1,
      cancelTx: null,
      refundTx: null,
      payoutTx: null,
    })
    expect(await fixture.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
    expect(await holdings(paid)).toEqual({ ...before, treasury: before.treasury - paid.amountAtomic })
    expect((await eventsIn(paid, row.acceptTx)).map((event) => event.eventName)).toEqual(['BountyReleased'])
  })

  test('cancelled: the payer is refunded in full, by the transaction that emptied the escrow', async () => {
    const paid = await fixture.payBounty({ network: id })
    await fixture.run()
    await fixture.cancel(paid)
    await fixture.run()
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({ state: 'cancelled', acceptTx: null, refundTx: null })
    expect(hex(row.payoutTx)).toBe(hex(row.cancelTx))
    expect((await eventsIn(paid, row.cancelTx)).map((event) => event.eventName)).toEqual(['BountyCancelled'])
    expect((await holdings(paid)).payer).toBe(paid.amountAtomic)
  })

  test('past its deadline: expired and refunded in full; one before its deadline stays open', async () => {
    const due = await fixture.payBounty({ network: id, deadlineDays: 1 })
    const later = await fixture.payBounty({ network: id, deadlineDays: 3 })
    await fixture.run()
    await fixture.advanceClock(86_400)
    await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
    await fixture.run()
    const row = await fixture.rowOf(due.row.bountyId)
    expect(row).toMatchObject({ state: 'expired_refunded', acceptTx: null, cancelTx: null })
    expect(hex(row.payoutTx)).toBe(hex(row.refundTx))
    expect((await eventsIn(due, row.refundTx)).map((event) => event.eventName)).toEqual(['BountyRefunded'])
    expect((await holdings(due)).payer).toBe(due.amountAtomic)
    expect((await fixture.rowOf(later.row.bountyId)).state).toBe('open')
  })
})

test('a bounty leaves a record of each step', async () => {
  const paid = await fixture.payBounty()
  await fixture.run()
  await fixture.cancel(paid)
  await fixture.run()
  const { createTx, cancelTx } = await fixture.rowOf(paid.row.bountyId)
  const events = await fixture.ctx.sql<{ name: string; state: string; transaction: string | null }[]>`
    select name, data->>'state' as state, data->>'transaction' as transaction
    from event where subject_id = ${paid.row.bountyId} order by id`
  expect(events.map(({ name, state, transaction }) => [name, state, transaction])).toEqual([
    ['paid', 'paid', null],
    ['post_signed', 'creating', null],
    ['posted', 'open', hex(createTx)],
    ['cancel', 'cancelling', null],
    ['cancelled', 'cancelled', hex(cancelTx)],
  ])
})
