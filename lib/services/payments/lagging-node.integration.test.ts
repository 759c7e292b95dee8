import type { Hex } from 'viem'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSigner } from '#lib/adapters/chain/signer'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { mine } from '#sandbox/chain-controls'
import { advanceChain, fundUsdc, openLocal } from '#sandbox/local-chain'
import { type RpcProxy, startRpcProxy } from '#testing/chaos/rpc-proxy'
import {
  balance,
  database,
  network,
  pay,
  payer,
  servePayments,
  service,
  sign,
} from '#testing/payment-fixture'
import { drain, replayAsStranger } from '#testing/token-moves'

/**
 * One of several nodes is behind and answers some of the requests: the money of a payment has moved, and that node does not know it yet. No
 * payer is told that nothing was charged.
 */
let proxy: RpcProxy
/** The last block of the node that is behind, and the methods that it answers; `undefined`: no node is behind. */
let behind: { block: Hex; methods: readonly string[] } | undefined
/** Runs between verify and settle. */
let beforeSettle: (() => Promise<unknown>) | undefined

servePayments({
  settings: async () => {
    proxy = await startRpcProxy({
      rpcUrl: network.rpcUrl,
      rules: () => ({
        fate: () => ({ do: 'pass' }),
        answered: () => 'go',
        ask: (call) => {
          if (!behind?.methods.includes(call.method)) return call
          if (call.method === 'eth_blockNumber') return { result: behind.block }
          if (call.method === 'eth_getBlockByNumber') {
            const [block, ...rest] = call.params ?? []
            return block === 'latest' ? { ...call, params: [behind.block, ...rest] } : call
          }
          const [asked, tag, ...rest] = call.params ?? []
          return tag === 'latest' || tag === undefined
            ? { ...call, params: [asked, behind.block, ...rest] }
            : call
        },
      }),
    })
    return { RPC_URLS_8453: proxy.url }
  },
  facilitator: (ctx): Facilitator => {
    const own = createBuiltInFacilitator({ ctx, signer: createSigner(ctx.env.relayerKey!) })
    return {
      ...own,
      settle: async (payload, requirements) => {
        await beforeSettle?.()
        return own.settle(payload, requirements)
      },
    }
  },
})
afterAll(() => proxy?.close())
beforeEach(async () => {
  behind = beforeSettle = undefined
  await database.sql`update payment set closed_at = now() where closed_at is null`
})

const headOf = async () => `0x${(await openLocal(network.rpcUrl).getBlockNumber()).toString(16)}` as const

/** A payment that failed, because its payer had no money at that time. */
async function failedPayment(): Promise<string> {
  const header = await sign()
  beforeSettle = () => drain(network, payer, 1_000_000n)
  expect((await pay(header)).status).toBe(402)
  beforeSettle = undefined
  await fundUsdc(network.rpcUrl, network.usdc, payer.address, 5_000n)
  return header
}

async function expectAnswered(header: string): Promise<void> {
  behind = undefined
  expect((await pay(header)).status).toBe(200)
}

test('a transfer that is in no block of the node that is searched is not called a nonce that was used elsewhere', async () => {
  const header = await failedPayment()
  behind = { block: await headOf(), methods: ['eth_blockNumber', 'eth_getBlockByNumber'] }
  await replayAsStranger(network, header)
  expect((await pay(header)).status).toBe(503)
  await expectAnswered(header)
  expect(await balance()).toBe(0n)
})

test('a settlement that a stranger sent first is not marked failed while a lagging node lacks that transaction', async () => {
  const header = await sign()
  beforeSettle = async () => {
    beforeSettle = undefined
    behind = { block: await headOf(), methods: ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_call'] }
    await replayAsStranger(network, header)
  }
  expect((await pay(header)).status).toBe(503)
  await expectAnswered(header)
  expect(await balance()).toBe(995_000n)
})

test('an expired payment is not given up by the answer of a node that is behind the final block', async () => {
  const header = await failedPayment()
  behind = { block: await headOf(), methods: ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_call'] }
  await replayAsStranger(network, header)
  await advanceChain(network.rpcUrl, 86_400)
  await mine(network.rpcUrl, 200)
  await database.sql`
    update payment set claimed_until = now() - interval '1 minute', looked_at = null
    where payer = ${payer.address.toLowerCase()}`
  const reconcile = () => reconcilePayments({ ctx: service.ctx })
  expect(await reconcile()).toMatchObject({ failed: 0, open: 1 })
  behind = undefined
  await database.sql`update payment set looked_at = null where closed_at is null`
  expect(await reconcile()).toMatchObject({ failed: 0, settled: 1 })
})
