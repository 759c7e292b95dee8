import { type Address, bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { checkDeployment } from '#lib/adapters/boot-check'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { audit } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { getSolvency } from '#lib/services/ledger/get-solvency'
import { deployPreviousEscrow } from '#sandbox/deploy'
import { openLocal } from '#sandbox/local-chain'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'

const network = 'eip155:8453'
let fixture: BountyFixture
let version1: Address
let version2: Address
beforeAll(async () => {
  fixture = await startBountyFixture()
  const base = fixture.networkOf(network)
  version2 = base.escrow
  version1 = await deployPreviousEscrow(openLocal(fixture.rpcUrlOf(base)), base.usdc.address)
  await fixture.restart({ ESCROW_ADDRESS_8453: version1 })
})
afterAll(() => fixture.close())

/** Finds the one contract that has a bounty with the poster's reference. */
async function contractOf({ row }: Paid): Promise<Address> {
  const { client } = fixture.ctx.chains.get(8453)!
  const args = [fixture.ctx.env.treasury, bytesToHex(row.ref)] as const
  const ids = await Promise.all(
    [version1, version2].map((address) =>
      client.readContract({ address, abi: bountyEscrowAbi, functionName: 'idOf', args }),
    ),
  )
  expect(ids.filter((id) => id > 0n)).toHaveLength(1)
  return ids[0]! > 0n ? version1 : version2
}

async function totalOpen(address: Address): Promise<bigint> {
  const { client } = fixture.ctx.chains.get(8453)!
  return client.readContract({ address, abi: bountyEscrowAbi, functionName: 'totalOpen' })
}

/**
 * Expects that the books balance, and that the published figures include these contracts and owe this amount.
 */
async function expectSound(shown: { previous: Address | null; owed: bigint }): Promise<void> {
  // The first pass after a switch discards the ledger of the other contracts, and the next one rebuilds it.
  for (let pass = 0; pass < 2; pass++)
    await followChains({ ctx: fixture.ctx, input: { untilMs: performance.now() + 20_000 } })
  const { networks, findings } = await audit({ ctx: fixture.ctx })
  expect(networks.map(({ checked }) => checked)).toEqual([true, true])
  expect(findings).toEqual([])
  // Solvency is cached for some seconds for each context.
  const solvency = await getSolvency({ ctx: { ...fixture.ctx } })
  const found = solvency.networks.find((each) => each.network === network)!
  const expected = { atomic: String(shown.owed) }
  expect(found).toMatchObject({
    status: 'checked',
    solvent: true,
    previous_escrow_address: shown.previous?.toLowerCase() ?? null,
    escrow: { balance: expected, total_open: expected, our_bounties: expected, difference: { atomic: '0' } },
  })
}

test('bounties of version 1 end there while new ones go to version 2, and the books are of both for good', async () => {
  const cent = 10_000n
  const pay = (amountUsdc: number, deadlineDays = 7) => fixture.payBounty({ amountUsdc, deadlineDays })
  const [accepted, cancelled, expired] = [await pay(10), await pay(20), await pay(30, 1)]
  await fixture.run()
  // Paid for, and not posted yet when the service stops.
  const unposted = await pay(40, 1)
  expect(await totalOpen(version1)).toBe(6_000n * cent)
  await expectSound({ previous: null, owed: 6_000n * cent })

  await fixture.restart({ ESCROW_ADDRESS_8453: version2 })
  await expect(checkDeployment(fixture.ctx)).rejects.toThrow(
    `PREVIOUS_ESCROW_ADDRESS_8453: 4 bounties use the escrow ${version1.toLowerCase()}`,
  )
  await fixture.restart({ PREVIOUS_ESCROW_ADDRESS_8453: version1 })
  expect(await checkDeployment(fixture.ctx)).toEqual([])

  const [newAccepted, newOpen] = [await pay(50), await pay(60)]
  await fixture.run()
  for (const paid of [accepted, cancelled, expired, unposted]) expect(await contractOf(paid)).toBe(version1)
  for (const paid of [newAccepted, newOpen]) expect(await contractOf(paid)).toBe(version2)
  expect([await totalOpen(version1), await totalOpen(version2)]).toEqual([10_000n * cent, 11_000n * cent])
  await expectSound({ previous: version1, owed: 21_000n * cent })

  const contributor = await fixture.accept(accepted)
  const newContributor = await fixture.accept(newAccepted)
  await fixture.cancel(cancelled)
  await fixture.run()
  const stateOf = async ({ row }: Paid) => (await fixture.rowOf(row.bountyId)).state
  const base = fixture.networkOf(network)
  expect(await Promise.all([accepted, newAccepted, cancelled].map(stateOf))).toEqual([
    ...['accepted', 'accepted', 'cancelled'],
  ])
  expect(await fixture.balanceOf(base, contributor)).toBe(accepted.amountAtomic)
  expect(await fixture.balanceOf(base, newContributor)).toBe(newAccepted.amountAtomic)
  expect(await fixture.balanceOf(base, cancelled.payer.address)).toBe(cancelled.amountAtomic)
  await expectSound({ previous: version1, owed: 13_000n * cent })

  await fixture.advanceClock(86_400)
  await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
  await fixture.run()
  for (const paid of [expired, unposted]) {
    expect(await stateOf(paid)).toBe('expired_refunded')
    expect(await fixture.balanceOf(base, paid.payer.address)).toBe(paid.amountAtomic)
  }
  expect(await totalOpen(version1)).toBe(0n)
  await expectSound({ previous: version1, owed: 6_000n * cent })

  // The old escrow is empty, but the ledger still needs it to explain the end of its bounties.
  await fixture.restart({ PREVIOUS_ESCROW_ADDRESS_8453: undefined })
  await expect(checkDeployment(fixture.ctx)).rejects.toThrow('PREVIOUS_ESCROW_ADDRESS_8453: 4 bounties use')
  await fixture.restart({ PREVIOUS_ESCROW_ADDRESS_8453: version1 })
  await fixture.cancel(newOpen)
  await fixture.run()
  expect(await fixture.balanceOf(base, newOpen.payer.address)).toBe(newOpen.amountAtomic)
  await expectSound({ previous: version1, owed: 0n })
})
