import { randomBytes } from 'node:crypto'
import { bytesToHex, encodeFunctionData, type Hex, hexToNumber, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bountyOrder } from '#db/schema/bounty'
import { payment } from '#db/schema/payment'
import { openChain } from '#lib/adapters/chain/client'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { Context } from '#lib/adapters/context'
import { audit } from '#lib/services/ledger/audit'
import { booksOf } from '#lib/services/ledger/books'
import { discardAllBooks } from '#lib/services/ledger/discard-books'
import { follow, followChain } from '#lib/services/ledger/follow-chain'
import { followChains } from '#lib/services/ledger/follow-chains'
import { mine, reorg } from '#sandbox/chain-controls'
import { fundUsdc, openLocal } from '#sandbox/local-chain'
import { type Answer, startAnsweringProxy } from '#testing/answering-proxy'
import { check, type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'
import { patienceMs } from '#testing/until'

const id = 'eip155:8453'
const chainId = 8453
const multicall3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call[] calls)',
])

let fixture: LedgerFixture
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  fixture = await startLedgerFixture()
})
beforeEach(async () => {
  await fixture.ctx.sql.begin(async (sql) => {
    await sql`select set_config('cairn.discard_books', 'on', true)`
    await sql`delete from ledger_entry`
    await sql`delete from ledger_cursor`
  })
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => fixture.close())

const network = () => fixture.networkOf(id)
const soon = () => performance.now() + patienceMs
const followOne = (ctx: Context = fixture.ctx) =>
  followChain({ ctx, input: { network: network(), untilMs: soon() } })
const entries = () =>
  fixture.ctx.sql`select * from ledger_entry where chain_id = ${chainId} order by block, log_index`
const cursorBlock = async () => {
  const [row] = await fixture.ctx.sql`select block from ledger_cursor where chain_id = ${chainId}`
  return row && Number(row.block)
}
const head = async () => Number(await fixture.ctx.chains.get(chainId)!.client.getBlockNumber())

/** The same service with another RPC endpoint, or other settings. */
function over(changes: { rpcUrl?: string; finality?: number; env?: Partial<Context['env']> }): Context {
  const { rpcUrl = fixture.rpcUrlOf(network()), finality = 0, env } = changes
  const chain = openChain({ chainId, rpcUrls: [rpcUrl], finality })
  return {
    ...fixture.ctx,
    env: { ...fixture.ctx.env, ...env },
    chains: new Map([...fixture.ctx.chains, [chainId, chain]]),
  }
}

/** An RPC proxy that answers some calls differently. */
async function overProxy(answer: Parameters<typeof startAnsweringProxy>[1]): Promise<Context> {
  const proxy = await startAnsweringProxy(fixture.rpcUrlOf(network()), answer)
  closing.push(proxy.close)
  return over({ rpcUrl: proxy.url })
}

const donate = () => fixture.transfer(network(), fixture.stranger, fixture.ctx.env.treasury, 5n)

describe('the books', () => {
  test('contain only final blocks, so that a reorganisation undoes no entry', async () => {
    const patient = over({ finality: 3 })
    await donate()
    await mine(fixture.rpcUrlOf(network()), 3)
    await donate()
    expect(await followOne(patient)).toMatchObject({ is: 'current', block: (await head()) - 3 })
    const before = await entries()
    await reorg(fixture.rpcUrlOf(network()), 2)
    await mine(fixture.rpcUrlOf(network()), 4)
    expect(await followOne(patient)).toMatchObject({ is: 'current', entries: 0 })
    expect(await entries()).toEqual(before)
    expect(await followOne(patient)).toMatchObject({ is: 'current', entries: 0 })
  })

  test('have each entry once with two or ten concurrent followers', async () => {
    for (let round = 0; round < 5; round++) {
      await donate()
      await fixture.transfer(network(), fixture.stranger, network().escrow, 3n)
      const args = { chain: fixture.ctx.chains.get(chainId)!, network: network() }
      const books = booksOf(fixture.ctx.env, network())
      const followed = await Promise.all(
        Array.from({ length: 10 }, (_, nth) =>
          nth % 2 === 0 ? follow({ ctx: fixture.ctx, books, ...args }, soon()) : followOne(),
        ),
      )
      expect(followed.filter((one) => one.entries > 0)).toHaveLength(1)
      expect(await cursorBlock()).toBe(await head())
    }
    const rows = await entries()
    expect(new Set(rows.map((row) => `${row.tx_hash.toString('hex')} ${row.log_index}`)).size).toBe(
      rows.length,
    )
    expect(await fixture.check()).toMatchObject({ violations: ['inflow_without_payment'] })
  })

  test('continue where they ended after an interruption', async () => {
    await mine(fixture.rpcUrlOf(network()), 40)
    await donate()
    let ranges = 0
    const dying = await overProxy((method, params) => {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
      if (hexToNumber(toBlock) - hexToNumber(fromBlock) > 9) return tooWide
      return ++ranges > 6 ? { status: 503 } : undefined
    })
    await expect(followOne(dying)).rejects.toThrow()
    const reached = (await cursorBlock())!
    expect(reached).toBeLessThan(await head())
    expect(await followOne()).toMatchObject({ is: 'current' })
    expect(await cursorBlock()).toBe(await head())
  })

  test('stop in time, and report that they are behind', async () => {
    const followed = await followChain({
      ctx: fixture.ctx,
      input: { network: network(), untilMs: performance.now() - 1 },
    })
    expect(followed).toEqual({ is: 'behind', entries: 0, block: undefined })
  })

  test('read only the head if nothing is new', async () => {
    const asked: string[] = []
    const ctx = await overProxy((method) => {
      asked.push(method)
      return undefined
    })
    await followOne(ctx)
    asked.length = 0
    expect(await followOne(ctx)).toMatchObject({ is: 'current', entries: 0 })
    expect(asked).toEqual(['eth_getBlockByNumber'])
  })

  test('distinguish payments of one wallet and amount in one transaction', async () => {
    const payer = privateKeyToAccount(generatePrivateKey())
    const amountAtomic = 50_000_000n
    const nonces = [1, 2, 3].map(() => bytesToHex(randomBytes(32)))
    const { usdc } = network()
    await fundUsdc(fixture.rpcUrlOf(network()), usdc.address, payer.address, amountAtomic * 3n)
    const { treasury: to } = fixture.ctx.env
    const calls = await Promise.all(
      nonces.map(async (nonce) => ({
        target: usdc.address,
        allowFailure: false,
        callData: await encodeTransferOnce({
          chain: network(),
          usdc,
          signer: payer,
          to,
          amountAtomic,
          nonce,
        }),
      })),
    )
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
    // The last transfer has no order row, so it stays unmatched.
    for (const nonce of nonces.slice(0, 2)) await storeOrder(payer.address, nonce, amountAtomic)
    await followOne()
    const before = (await fixture.check()).figuresOf(id).treasury
    await fixture.sendFrom(network(), fixture.stranger, multicall3, data)
    const after = (await fixture.check()).figuresOf(id).treasury
    expect(after.inFlight - before.inFlight).toBe(2n * amountAtomic)
    expect(after.unmatchedIn - before.unmatchedIn).toBe(amountAtomic)
    expect(after.difference).toBe(0n)
  })
})

const tooWide = { error: { code: -32602, message: 'eth_getLogs is limited to a 10 blocks range' } }

describe('a provider that refuses wide ranges is asked for narrower ones', () => {
  const refusals: [string, Answer][] = [
    ['with an error', tooWide],
    ['with another error', { error: { code: -32005, message: 'query returned more than 10000 results' } }],
    ['with status 413', { status: 413 }],
  ]
  const narrows = async (_: string, refusal: Answer) => {
    await donate()
    await mine(fixture.rpcUrlOf(network()), 300)
    await donate()
    let widest = 0
    const ctx = await overProxy((method, params) => {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
      const blocks = hexToNumber(toBlock) - hexToNumber(fromBlock) + 1
      if (blocks > 64) return refusal
      widest = Math.max(widest, blocks)
      return undefined
    })
    expect(await followOne(ctx)).toMatchObject({ is: 'current', block: await head() })
    expect(widest).toBeGreaterThan(16)
    const rows = await entries()
    await fixture.ctx.sql.begin(async (sql) => {
      await sql`select set_config('cairn.discard_books', 'on', true)`
      await sql`delete from ledger_entry`
      await sql`delete from ledger_cursor`
    })
    await followOne()
    const strip = (list: typeof rows) => list.map(({ written_at: _written, ...row }) => row)
    expect(strip(await entries())).toEqual(strip(rows))
  }
  test.each(refusals.slice(0, 1))('%s', narrows)
  test.each(refusals.slice(1))('%s', { tags: 'thorough' }, narrows)

  test('one that refuses every range is an error, and nothing is written', async () => {
    const ctx = await overProxy((method) => (method === 'eth_getLogs' ? tooWide : undefined))
    await expect(followOne(ctx)).rejects.toThrow()
    expect(await cursorBlock()).toBeUndefined()
  })
})

describe('contradictions are reported and not written', () => {
  test('a node that is behind another: its answer is discarded', async () => {
    await donate()
    const last = await head()
    const ctx = await overProxy((method, params) =>
      method === 'eth_getBlockByNumber' && params[0] === `0x${last.toString(16)}`
        ? { result: null }
        : method === 'eth_getLogs'
          ? { result: [] }
          : undefined,
    )
    await expect(followOne(ctx)).rejects.toThrow(/not be found/)
    expect(await cursorBlock()).toBeUndefined()
  })

  test('a node that omits a log: the audit finds a difference, which ends once the ledger is rebuilt', async () => {
    await followOne()
    await fixture.transfer(network(), fixture.stranger, network().escrow, 11n)
    const ctx = await overProxy((method) => (method === 'eth_getLogs' ? { result: [] } : undefined))
    expect(await followOne(ctx)).toMatchObject({ is: 'current', entries: 0 })
    const found = await fixture.check()
    expect(found.violations).toContain('escrow_difference')
    expect(found.figuresOf(id).escrow.difference).toBe(11n)
    await discardAllBooks({ ctx: fixture.ctx })
    expect((await fixture.check()).figuresOf(id).escrow).toMatchObject({
      surplus: expect.any(BigInt),
      difference: 0n,
    })
  })

  test('a node that answers from another block is asked again, and believed if it repeats its answer', async () => {
    await fundUsdc(fixture.rpcUrlOf(network()), network().usdc.address, network().escrow, 13n)
    await followOne()
    const before = await fixture.check()
    const lying = (lies: number) =>
      overProxy((method) =>
        method === 'eth_call' && lies-- > 0 ? { result: `0x${'f'.padStart(64, '0')}` } : undefined,
      )
    const right = await audit({ ctx: await lying(2) })
    expect(right.networks.find((one) => one.network === id)).toMatchObject({
      figures: before.figuresOf(id),
    })
    const wrong = await audit({ ctx: await lying(1_000) })
    expect(wrong.findings.map(({ code }) => code)).toContain('escrow_difference')
  })

  test('another chain: a deployment stops and reports "could not check"; a sandbox rebuilds its ledger', async () => {
    await donate()
    await followOne()
    const before = await entries()
    await reorg(fixture.rpcUrlOf(network()), 1)
    await mine(fixture.rpcUrlOf(network()), 2)
    const ctx = over({ env: { mode: 'production' } })
    expect(await followOne(ctx)).toMatchObject({
      is: 'misfit',
      entries: 0,
      reason: /not the one the books end with/ as never,
    })
    expect(await entries()).toEqual(before)
    const found = await check(ctx)
    expect(found.networks.find((one) => one.network === id)).toMatchObject({ checked: false })
    expect(() => found.figuresOf(id)).toThrow('was not checked')

    expect(await followOne()).toMatchObject({ is: 'behind', block: undefined })
    expect(await followOne()).toMatchObject({ is: 'current' })
    expect((await entries()).length).toBe(before.length - 1)
  })

  test('a sandbox chain that forgot its last blocks', async () => {
    await followOne()
    const local = openLocal(fixture.rpcUrlOf(network()))
    const snapshot = await local.snapshot()
    await donate()
    await followOne()
    const written = (await entries()).length
    await local.revert({ id: snapshot })
    expect(await followOne()).toMatchObject({ is: 'behind', block: undefined })
    expect(await followOne()).toMatchObject({ is: 'current', entries: written - 1 })
  })

  test('books that end more than an hour ago are reported as "could not check"', async () => {
    await followOne()
    const later = { ...fixture.ctx.clock, now: () => new Date(Date.now() + 3_700_000) }
    const found = await check({ ...over({ env: { mode: 'production' } }), clock: later })
    expect(found.networks.find((one) => one.network === id)).toMatchObject({
      checked: false,
      reason: expect.stringContaining('too long ago'),
    })
  })

  test('an audit while the ledger is discarded is either right or "could not check"', async () => {
    const before = (await fixture.check()).violations
    let rewriting = true
    const rewrite = async () => {
      while (rewriting) {
        await discardAllBooks({ ctx: fixture.ctx })
        await followChains({ ctx: fixture.ctx, input: { untilMs: soon() } })
      }
    }
    const done = rewrite()
    try {
      for (let round = 0; round < 30; round++) {
        const { networks, findings } = await audit({ ctx: fixture.ctx })
        const codes = findings.filter(({ severity }) => severity === 'violation').map(({ code }) => code)
        expect(codes).toEqual(networks.find((one) => one.network === id)!.checked ? before : [])
      }
    } finally {
      rewriting = false
      await done
    }
    expect((await fixture.check()).violations).toEqual(before)
  })

  test('books of another treasury', async () => {
    await followOne()
    const ctx = over({ env: { mode: 'production', treasury: fixture.stranger } })
    expect(await followOne(ctx)).toMatchObject({ is: 'misfit' })
    expect((await check(ctx)).networks.find((one) => one.network === id)).toMatchObject({ checked: false })
  })

  test('an unresponsive chain is reported as "could not check", and the other network is checked', async () => {
    await fixture.check()
    const ctx = over({ rpcUrl: 'http://127.0.0.1:9' })
    const followed = await followChains({ ctx, input: { untilMs: soon() } })
    expect(followed.map(({ network: name, is }) => [name, is])).toEqual([
      ['eip155:8453', 'unreachable'],
      ['eip155:5042', 'current'],
    ])
    const found = await check(ctx)
    expect(found.networks.map(({ network: name, checked }) => [name, checked])).toEqual([
      ['eip155:8453', false],
      ['eip155:5042', true],
    ])
  })
})

async function storeOrder(payer: Hex, nonce: Hex, amountAtomic: bigint): Promise<void> {
  await fixture.ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(payment)
      .values({
        network: id,
        asset: network().usdc.address.toLowerCase(),
        payer: payer.toLowerCase(),
        nonce,
        payTo: fixture.ctx.env.treasury.toLowerCase(),
        amountAtomic,
        validBefore: 2n ** 255n,
        operation: 'createBounty',
        requestHash: new Uint8Array(32),
        payloadHash: new Uint8Array(32),
        state: 'settling',
        claimedUntil: new Date(Date.now() + 60_000),
      })
      .returning({ id: payment.id })
    await tx.insert(bountyOrder).values({
      paymentId: row!.id,
      amountUsdc: Number(amountAtomic / 1_000_000n),
      deadlineDays: 7,
      title: 'The south gate',
      brief: 'Walk around the south gate once, slowly.',
    })
  })
}
