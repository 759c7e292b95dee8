import { type Address, bytesToHex, encodeFunctionData, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { checkDeployment } from '#lib/adapters/boot-check'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { demoKey } from '#lib/adapters/demo-keys'
import { type EnvError, parseEnv } from '#lib/adapters/env'
import { createSigners } from '#lib/services/bounties/signers'
import { readGas } from '#lib/services/health/read-gas'
import { discardAllBooks } from '#lib/services/ledger/discard-books'
import { followChains } from '#lib/services/ledger/follow-chains'
import { runAudit } from '#lib/services/ledger/run-audit'
import { stepsOf } from '#lib/worker/steps'
import { setAutomine } from '#sandbox/chain-controls'
import { openLocal } from '#sandbox/local-chain'
import { type BountyFixture, startBountyFixture } from '#testing/bounty-fixture'
import { bountyPath, postBounty } from '#testing/bounty-request'
import {
  createPayer,
  type PaidService,
  signPayment,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'
import { createShortWaitFacilitator } from '#testing/short-wait'

const base = 'eip155:8453'
const funds = 100_000_000n

let fixture: BountyFixture
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  fixture = await startBountyFixture()
})
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await fixture.close()
})
beforeEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const rpcUrl = () => fixture.rpcUrlOf(fixture.networkOf(base))

/** A key that can pay for its transactions on both networks. */
async function newKey(): Promise<Hex> {
  const key = generatePrivateKey()
  for (const network of fixture.networks)
    await openLocal(fixture.rpcUrlOf(network)).setBalance({
      address: privateKeyToAddress(key),
      value: parseEther('10'),
    })
  return key
}

/** A process of the service with other settings. */
async function open(changes: Record<string, string>): Promise<OpenContext> {
  const ctx = await openContext(parseEnv({ ...fixture.settings, ...changes }), { service: 'test' })
  closing.push(ctx.close)
  return ctx
}

async function serve(changes: Record<string, string> = {}): Promise<PaidService> {
  const service = await startPaidService({
    settings: { ...fixture.settings, ...changes },
    facilitator: createShortWaitFacilitator,
  })
  closing.push(service.close)
  return service
}

/** Runs one round of a worker: its transactions, and its bounties if it has their keys. */
async function work(ctx: OpenContext): Promise<void> {
  const signers = createSigners(ctx)
  if (signers) await fixture.pass({ ctx, signers })
  for (const step of stepsOf(ctx))
    if (/^(sender queue|follow)/.test(step.name))
      await step.run({ ctx, signal: new AbortController().signal })
  if (signers) await fixture.pass({ ctx, signers })
}

const unfinished = (sender: Address) => fixture.ctx.sql<{ state: string }[]>`
  select state from chain_tx where sender = ${sender.toLowerCase()} and state in ('queued', 'sent', 'mined')`

/** The problems that the boot check finds in the settings; empty if the service starts. */
async function boot(changes: Record<string, string>): Promise<readonly string[]> {
  const ctx = await open(changes)
  try {
    await checkDeployment(ctx)
    return []
  } catch (error) {
    return (error as EnvError).problems
  }
}

describe('the relayer’s key is changed with a settlement on its way', () => {
  const settle = async (service: PaidService) => {
    const payer = await createPayer(fixture.chains, funds)
    const header = await signPayment({
      url: service.url + bountyPath,
      init: postBounty(),
      payer,
      network: base,
    })
    await setAutomine(rpcUrl(), false)
    const pay = (url: string) => fetch(url + bountyPath, withPayment(postBounty(), header))
    const answered = await pay(service.url)
    expect(answered.status).toBe(503)
    const spent = async () => funds - (await usdcBalance(fixture.chains.networks[base], payer.address))
    return { pay, spent }
  }

  const isFollowed = async (listed: (key: Hex) => string) => {
    const before = await newKey()
    const { pay, spent } = await settle(await serve({ RELAYER_KEY: before }))
    expect(await unfinished(privateKeyToAddress(before))).toHaveLength(1)
    const changes = { RELAYER_KEY: await newKey(), RETIRED_KEYS: listed(before) }
    expect(await boot(changes)).toEqual([])
    const after = await serve(changes)
    const worker = await open(changes)
    // The node has dropped it meanwhile.
    const [stored] = await fixture.ctx.sql<{ hash: Uint8Array }[]>`
      select hash from chain_attempt join chain_tx on chain_tx.id = tx_id
      where sender = ${privateKeyToAddress(before).toLowerCase()} and state = 'sent'`
    await openLocal(rpcUrl()).dropTransaction({ hash: bytesToHex(stored!.hash) })
    await fixture.ctx.sql`update chain_attempt set broadcast_at = now() - interval '1 minute'`
    await work(worker)
    await openLocal(rpcUrl()).mine({ blocks: 1 })
    await setAutomine(rpcUrl(), true)
    await work(worker)
    expect(await unfinished(privateKeyToAddress(before))).toEqual([])
    const answered = await pay(after.url)
    expect(answered.status).toBe(201)
    expect(await spent()).toBe(50_000_000n)
    const again = await pay(after.url)
    expect(await again.json()).toEqual(await answered.json())
    expect(await spent()).toBe(50_000_000n)
  }

  test('the key before is gone and forgotten: it is followed to its end, and charged and answered once', () =>
    isFollowed(() => ''))

  test.each([
    ['listed as retired', (key: Hex) => key as string],
    ['gone, its account listed', (key: Hex) => privateKeyToAddress(key) as string],
  ])('the key before is %s: the same', { tags: 'thorough' }, (_, listed) => isFollowed(listed))
})

test('a replaced key with no open transactions needs no gas, so it causes no alarm', async () => {
  const [key, before] = [await newKey(), await newKey()]
  const ctx = await open({ RELAYER_KEY: key, RETIRED_KEYS: before })
  const inUse = async (of: Hex) => {
    const address = privateKeyToAddress(of).toLowerCase()
    return (await readGas({ ctx })).filter((gas) => gas.address === address).map(({ isInUse }) => isInUse)
  }
  await work(ctx)
  expect([await inUse(key), await inUse(before)]).toEqual([
    [true, true],
    [false, false],
  ])
  // The process that had it is gone, and it was never listed.
  await ctx.sql`update chain_account set passed_at = now() - interval '2 hours'
                where address = ${privateKeyToAddress(key).toLowerCase()}`
  expect(await inUse(key)).toEqual([false, false])
})

describe('the operator’s key is changed while releases are pending', () => {
  const setOperator = async (operator: Address, isOne: boolean) => {
    for (const network of fixture.networks) {
      const { client } = fixture.ctx.chains.get(network.chainId)!
      const owner = await client.readContract({
        address: network.escrow,
        abi: bountyEscrowAbi,
        functionName: 'owner',
      })
      const data = encodeFunctionData({
        abi: bountyEscrowAbi,
        functionName: 'setOperator',
        args: [operator, isOne],
      })
      await fixture.sendFrom(network, owner, network.escrow, data)
    }
  }
  const before = demoKey('escrow_operator')

  test('one sent and one queued: both are released once, and the old key can be removed', async () => {
    const paid = [await fixture.payBounty(), await fixture.payBounty()]
    await fixture.run()
    const after = await newKey()
    const changes = { OPERATOR_KEY: after, RETIRED_KEYS: before }
    await setAutomine(rpcUrl(), false)
    const contributors = [await fixture.accept(paid[0]!)]
    await fixture.pass()
    contributors.push(await fixture.accept(paid[1]!))
    const { sql } = fixture.ctx
    // Asked for, and not signed yet.
    await sql`update chain_account set frozen_at = now(), frozen_by = 'test', frozen_reason = 'test'
              where address = ${fixture.signers.operator.address.toLowerCase()}`
    await fixture.pass()
    await sql`update chain_account set frozen_at = null, frozen_by = null, frozen_reason = null, roles = '{operator}'
              where address = ${fixture.signers.operator.address.toLowerCase()}`
    expect((await unfinished(fixture.signers.operator.address)).map(({ state }) => state).sort()).toEqual([
      'queued',
      'sent',
    ])

    expect(await boot({ ...changes, RETIRED_KEYS: '' })).toContain(
      `OPERATOR_KEY: ${privateKeyToAddress(after)} is not an operator of the escrow on Base`,
    )
    await setAutomine(rpcUrl(), true)
    await setOperator(privateKeyToAddress(after), true)
    expect(await boot({ ...changes, RETIRED_KEYS: '' })).toEqual([
      `RETIRED_KEYS: 1 transaction of the previous operator (${fixture.signers.operator.address.toLowerCase()}) waits to be signed on eip155:8453; list its key here`,
    ])
    expect(await boot(changes)).toEqual([])
    const worker = await open(changes)
    for (let round = 0; round < 6; round++) await work(worker)
    expect(await unfinished(fixture.signers.operator.address)).toEqual([])
    for (const [nth, { row, network, amountAtomic }] of paid.entries()) {
      expect((await fixture.rowOf(row.bountyId)).state).toBe('accepted')
      expect(await fixture.balanceOf(network, contributors[nth]!)).toBe(amountAtomic)
    }
    await setOperator(fixture.signers.operator.address, false)
    const next = await fixture.payBounty()
    for (let round = 0; round < 3; round++) await work(worker)
    await fixture.cancel(next)
    for (let round = 0; round < 4; round++) await work(worker)
    expect((await fixture.rowOf(next.row.bountyId)).state).toBe('cancelled')
    await setOperator(fixture.signers.operator.address, true)
  })

  test('it is removed: its queued transactions are given up and requested once from the new key', {
    tags: 'thorough',
  }, async () => {
    const paid = await fixture.payBounty()
    await fixture.run()
    const contributor = await fixture.accept(paid)
    const { sql } = fixture.ctx
    await sql`update chain_account set frozen_at = now(), frozen_by = 'test', frozen_reason = 'test'
              where address = ${fixture.signers.operator.address.toLowerCase()}`
    await fixture.pass()
    await sql`update chain_account set frozen_at = null, frozen_by = null, frozen_reason = null
              where address = ${fixture.signers.operator.address.toLowerCase()}`
    const after = await newKey()
    await setOperator(privateKeyToAddress(after), true)
    const changes = { OPERATOR_KEY: after, RETIRED_KEYS: fixture.signers.operator.address }
    expect(await boot(changes)).toEqual([])
    const worker = await open(changes)
    await work(worker)
    expect(await unfinished(fixture.signers.operator.address)).toEqual([])
    await fixture.advanceClock(61)
    for (let round = 0; round < 6; round++) await work(worker)
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('accepted')
    expect(await fixture.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
  })
})

describe('the treasury is changed', () => {
  test('is refused while the old one holds money of callers; afterwards its open bounties continue and the books balance', async () => {
    const [open1, open2] = [await fixture.payBounty(), await fixture.payBounty({ network: 'eip155:5042' })]
    await fixture.run()
    const waiting = await fixture.payBounty()
    const key = await newKey()
    const changes = {
      TREASURY_KEY: key,
      TREASURY_ADDRESS: privateKeyToAddress(key),
      RETIRED_KEYS: fixture.settings.TREASURY_KEY!,
    }
    expect(await boot(changes)).toEqual([
      `TREASURY_ADDRESS: 1 bounty was paid to ${fixture.ctx.env.treasury.toLowerCase()} without a final post to the escrow; use that treasury until then`,
    ])
    await fixture.run()
    expect(await boot(changes)).toEqual([])

    const worker = await open(changes)
    const contributor = await fixture.accept(open1)
    await fixture.cancel(open2)
    const service = await serve(changes)
    const payer = await createPayer(fixture.chains, funds)
    const header = await signPayment({
      url: service.url + bountyPath,
      init: postBounty(),
      payer,
      network: base,
    })
    const paid = await fetch(service.url + bountyPath, withPayment(postBounty(), header))
    expect(paid.status).toBe(201)
    const made = (await paid.json()) as { bounty_id: string }
    for (let round = 0; round < 8; round++) await work(worker)
    const states = await Promise.all(
      [open1, open2, waiting].map(async ({ row }) => (await fixture.rowOf(row.bountyId)).state),
    )
    expect(states).toEqual(['accepted', 'cancelled', 'open'])
    expect(await fixture.balanceOf(open1.network, contributor)).toBe(open1.amountAtomic)
    expect(await fixture.balanceOf(open2.network, open2.payer.address)).toBe(open2.amountAtomic)
    expect((await fixture.rowOf(made.bounty_id)).state).toBe('open')
    // As `npm run audit:money` does when it discards the books: those of the new treasury start from the
    // chain.
    await discardAllBooks({ ctx: worker })
    await followChains({ ctx: worker, input: { untilMs: performance.now() + 30_000 } })
    const audit = await runAudit({ ctx: worker, input: { by: 'command' } })
    expect(audit.findings).toEqual([])
    expect(audit.networks.map(({ checked }) => checked)).toEqual([true, true])
  })
})
