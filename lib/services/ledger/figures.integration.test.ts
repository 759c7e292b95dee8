import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { bytesToHex, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterEach, beforeEach, expect } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { bounty, bountyOrder } from '#db/schema/bounty'
import { payment } from '#db/schema/payment'
import type { Figures } from '#lib/services/ledger/read-books'
import { fundUsdc } from '#sandbox/local-chain'
import type { NetworkId, Paid } from '#testing/bounty-fixture'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'
import { sampled } from '#testing/sampled'

const approveAbi = parseAbi(['function approve(address spender, uint256 value)'])
const usdc = 1_000_000n
const ids = ['eip155:8453', 'eip155:5042'] as const
let units = 0n

let fixture: LedgerFixture
beforeEach(async () => {
  fixture = await startLedgerFixture()
})
afterEach(() => fixture.close())

const tampering = [
  'steal',
  'stealAndMakeGood',
  'give',
  'giveAndReturn',
  'donate',
  'hack',
  'postByOther',
  'forge',
] as const
type Op =
  | { do: 'pay' | (typeof tampering)[number]; whole: number }
  | { do: 'run' }
  | { do: 'end'; by: 'accept' | 'cancel' }

const whole = fc.integer({ min: 50, max: 5_000 })
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), whole }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('run' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      by: fc.constantFrom('accept' as const, 'cancel' as const),
    }),
  },
  ...tampering.map((name) => ({
    weight: 1,
    arbitrary: fc.record({ do: fc.constant(name), whole }),
  })),
)

/** The expected figures, computed by the model. */
type Model = { figures: Figures; stray: bigint; paid: Paid[]; open: Paid[] }

type Models = Map<NetworkId, Model>

/** Waits until all paid bounties are posted on both networks, and all requested ends have happened. */
async function run(models: Models): Promise<void> {
  await fixture.run()
  for (const { figures, paid, open } of models.values())
    for (const one of paid.splice(0)) {
      figures.treasury.outflows += one.amountAtomic
      figures.treasury.inFlight -= one.amountAtomic
      for (const name of ['balance', 'totalOpen', 'ours'] as const) figures.escrow[name] += one.amountAtomic
      open.push(one)
    }
}

async function act(id: NetworkId, models: Models, step: Op): Promise<void> {
  const network = fixture.networkOf(id)
  const { treasury } = fixture.ctx.env
  const model = models.get(id)!
  const { figures } = model
  if (step.do === 'run') return run(models)
  if (step.do === 'end') {
    const ending = model.open.shift()
    if (!ending) return
    if (step.by === 'accept') await fixture.accept(ending)
    else await fixture.cancel(ending)
    await run(models)
    for (const name of ['balance', 'totalOpen', 'ours'] as const) figures.escrow[name] -= ending.amountAtomic
    return
  }
  // All amounts differ, so that errors cannot cancel out by chance.
  const isWhole = step.do === 'pay' || step.do === 'forge'
  const amount = BigInt(step.whole) * usdc + (isWhole ? 0n : ++units)
  const give = async (from: Hex) => {
    await fundUsdc(fixture.rpcUrlOf(network), network.usdc.address, from, amount)
    await fixture.transfer(network, from, treasury, amount)
    figures.treasury.inflows += amount
  }
  const someone = () => bytesToHex(randomBytes(20))
  switch (step.do) {
    case 'pay':
      model.paid.push(await fixture.payBounty({ network: id, amountUsdc: step.whole }))
      figures.treasury.inflows += amount
      figures.treasury.inFlight += amount
      return
    case 'give':
      await give(someone())
      figures.treasury.unmatchedIn += amount
      return
    case 'giveAndReturn': {
      const giver = someone()
      await give(giver)
      await fixture.transfer(network, treasury, giver, amount)
      figures.treasury.outflows += amount
      return
    }
    case 'steal':
      // Donates the stolen amount first, so that the bounties can still be posted.
      await give(someone())
      figures.treasury.unmatchedIn += amount
      await fixture.transfer(network, treasury, someone(), amount)
      figures.treasury.outflows += amount
      figures.treasury.unmatchedOut += amount
      figures.treasury.difference -= amount
      return
    case 'stealAndMakeGood':
      await give(someone())
      figures.treasury.unmatchedIn += amount
      await fixture.transfer(network, treasury, someone(), amount)
      figures.treasury.outflows += amount
      await give(someone())
      return
    case 'donate':
      await fixture.transfer(network, fixture.stranger, network.escrow, amount)
      figures.escrow.balance += amount
      return moveStray(model, amount)
    case 'hack':
      await fixture.transfer(network, network.escrow, someone(), amount)
      figures.escrow.balance -= amount
      return moveStray(model, -amount)
    case 'postByOther':
      await postByOther(id, amount)
      for (const name of ['balance', 'totalOpen', 'others'] as const) figures.escrow[name] += amount
      return
    case 'forge':
      await forgeBounty(id, step.whole)
      figures.treasury.inFlight += amount
      figures.treasury.difference -= amount
      return
  }
}

/**
 * Stray money that leaves reduces the surplus. Money beyond that belonged to bounties and is a difference.
 */
function moveStray(model: Model, amount: bigint): void {
  const missing = (stray: bigint) => (stray < 0n ? stray : 0n)
  const before = model.stray
  model.stray += amount
  model.figures.escrow.surplus = model.stray > 0n ? model.stray : 0n
  model.figures.escrow.difference += missing(model.stray) - missing(before)
}

async function postByOther(id: NetworkId, amount: bigint): Promise<void> {
  const network = fixture.networkOf(id)
  await fundUsdc(fixture.rpcUrlOf(network), network.usdc.address, fixture.stranger, amount)
  const approve = { abi: approveAbi, functionName: 'approve', args: [network.escrow, amount] } as const
  await fixture.sendFrom(network, fixture.stranger, network.usdc.address, encodeFunctionData(approve))
  const deadline = Math.floor(fixture.ctx.clock.now().getTime() / 1_000) + 86_400
  const ref = bytesToHex(randomBytes(32))
  const post = encodeFunctionData({
    abi: bountyEscrowAbi,
    functionName: 'post',
    args: [ref, fixture.stranger, amount, deadline],
  })
  await fixture.sendFrom(network, fixture.stranger, network.escrow, post)
}

/** An old bounty that is marked as paid but was never paid for. */
async function forgeBounty(id: NetworkId, amountUsdc: number): Promise<void> {
  const network = fixture.networkOf(id)
  const bytes = () => new Uint8Array(randomBytes(32))
  const payer = bytesToHex(randomBytes(20))
  const paymentTx = bytes()
  const terms = { title: 'Forged', brief: 'Nobody ever paid for this one.', amountUsdc }
  await fixture.ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(payment)
      .values({
        network: id,
        asset: network.usdc.address.toLowerCase(),
        payer,
        nonce: bytesToHex(bytes()),
        payTo: fixture.ctx.env.treasury.toLowerCase(),
        amountAtomic: BigInt(amountUsdc) * usdc,
        validBefore: 1n,
        operation: 'createBounty',
        requestHash: bytes(),
        payloadHash: bytes(),
        state: 'settled',
        claimedUntil: new Date(),
        settleTx: paymentTx,
        closedAt: new Date(),
      })
      .returning({ id: payment.id })
    await tx.insert(bountyOrder).values({ paymentId: row!.id, deadlineDays: 7, ...terms })
    await tx.insert(bounty).values({
      bountyId: `forged ${row!.id}`,
      paymentId: row!.id,
      state: 'paid',
      ...terms,
      escrow: network.escrow.toLowerCase(),
      chainId: network.chainId,
      payer,
      ref: bytes(),
      paymentTx,
      deadline: new Date(Date.now() + 86_400_000),
      paidAt: new Date(Date.now() - 3_600_000),
    })
  })
}

const title =
  'after each of $count random sequences every figure is right, and the verdict is sound only if nothing is wrong'
sampled(title, { few: 1, many: 10 }, async (sequences) => {
  // Lets the escrow pay what it owes after the model has taken money from it.
  for (const id of ids) await postByOther(id, 1_000_000n * usdc)
  const first = await fixture.check()
  expect(first.verdict).toBe('sound')
  const models: Models = new Map(
    ids.map((id): [NetworkId, Model] => [
      id,
      { figures: first.figuresOf(id), stray: 0n, paid: [], open: [] },
    ]),
  )
  const networkAndOp = fc.tuple(fc.constantFrom(...ids), op)
  await fc.assert(
    fc.asyncProperty(fc.array(networkAndOp, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const [id, step] of steps) {
        await act(id, models, step)
        const found = await fixture.check()
        for (const [network, { figures }] of models) expect(found.figuresOf(network)).toEqual(figures)
        const isRight = [...models.values()].every(
          ({ figures }) => figures.escrow.difference === 0n && figures.treasury.difference === 0n,
        )
        if (!isRight) expect(found.verdict).toBe('violated')
        else if (found.verdict === 'violated')
          expect([...new Set(found.violations)]).toEqual(['inflow_without_payment'])
      }
    }),
    { numRuns: sequences, endOnFailure: true },
  )
})
