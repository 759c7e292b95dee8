import { bytesToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BountyBench, startBountyBench } from '#lib/sandbox/testing/bounty-bench'

let bench: BountyBench
beforeAll(async () => {
  bench = await startBountyBench()
})
afterAll(() => bench.close())

describe.each(['eip155:8453', 'eip155:5042'] as const)('on %s', (network) => {
  test('paid becomes open: a number, its transaction, and exactly its money in escrow', async () => {
    const escrow = bench.networkOf(network).escrow
    const before = await bench.balanceOf(bench.networkOf(network), escrow)
    const paid = await bench.payBounty({ network })
    await bench.run()
    const row = await bench.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({ state: 'open', postIsFinal: true, postTries: 1 })
    expect(await bench.balanceOf(paid.network, escrow)).toBe(before + paid.amountAtomic)
    expect(bytesToHex(row.createTx!)).toMatch(/^0x/)
  })
})
