import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { createPublicClient, type Hex, http } from 'viem'
import { createSigner } from '#lib/adapters/chain/signer'
import { openContext } from '#lib/adapters/context'
import { openDatabase } from '#lib/adapters/db'
import { demoKey } from '#lib/adapters/demo-keys'
import { parseEnv } from '#lib/adapters/env'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import { migrateDatabase } from '#lib/adapters/migrate'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { queryObservations } from '#lib/services/observations/query-observations'
import { startChains } from '../../lib/sandbox/chains.ts'
import { startPostgres } from '../../lib/sandbox/postgres.ts'
import { publishTestObservations } from '../../lib/sandbox/testing/observations.ts'
import {
  createPayer,
  dispatcher,
  type Payer,
  payingClient,
  settingsFor,
} from '../../lib/sandbox/testing/paid-service.ts'
import { createReference, quoteOf, type Seller } from './reference.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    calls: { type: 'string', default: '256' },
    lone: { type: 'string', default: '60' },
    /** `ours` or `reference` alone, to profile it. */
    only: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const networkIds = ['eip155:8453', 'eip155:5042'] as const
const url = 'http://bench.test/api/v1/spatial/query'
const query = JSON.stringify({
  aoi: { type: 'Point', coordinates: [2.2945, 48.8584] },
  from: '2020-01-01',
  to: '2026-11-20',
})

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const [chains, postgres] = await Promise.all([
  startChains(),
  startPostgres({ dataDir: join(folder, 'postgres'), durable: true }),
])
try {
  const admin = openDatabase(postgres.url, { maxConnections: 1 })
  await admin.sql.unsafe('create database bench')
  await admin.close()
  const databaseUrl = postgres.url.replace(/\/postgres$/, '/bench')
  await migrateDatabase(databaseUrl)
  const env = parseEnv(settingsFor({ chains, databaseUrl, baseUrl: 'http://bench.test' }))
  const opened = await openContext(env, { service: 'bench' })
  await publishTestObservations(opened, { count: 10 })
  const facilitator = createBuiltInFacilitator({ ctx: opened, signer: createSigner(env.relayerKey!) })
  const ours: Seller = { name: 'ours', handle: dispatcher({ ...opened, facilitator }) }
  const reference = await createReference({
    networks: env.networks,
    // A key of its own: two senders with one key would spoil each other's nonces.
    relayerKey: demoKey('operator'),
    priceAtomic: env.price.spatialQueryAtomic,
    produce: (body) =>
      queryObservations({ ctx: opened, input: parseSpatialQuery(body, { now: new Date() }) }),
  })
  const payer = await createPayer(chains, 1_000_000_000n)
  const sellers = [reference, ours].filter((seller) => !values.only || seller.name === values.only)

  for (const seller of sellers) await round(seller, payer, 32, 64)
  const throughput = new Map<string, number[]>()
  const latency = new Map<string, number[]>()
  for (let at = 0; at < rounds; at += 1) {
    for (const callers of [32, 1]) {
      for (const seller of at % 2 ? [...sellers].reverse() : sellers) {
        const calls = callers === 1 ? Number(values.lone) : Number(values.calls)
        const measured = await round(seller, payer, callers, calls)
        const key = `${seller.name} ${callers}`
        throughput.set(key, [...(throughput.get(key) ?? []), measured.perSecond])
        latency.set(key, [...(latency.get(key) ?? []), measured.medianMs])
        print(
          `round ${at + 1}  ${seller.name.padEnd(9)} ${String(callers).padStart(2)} callers  ${measured.perSecond.toFixed(1)} paid calls/s  p50 ${measured.medianMs.toFixed(1)} ms  lost ${measured.lost}`,
        )
      }
    }
  }
  print('\npaid calls per second, median of the rounds')
  for (const callers of [1, 32]) {
    const [theirs, own] = ['reference', 'ours'].map((name) =>
      median(throughput.get(`${name} ${callers}`) ?? [0]),
    )
    const [theirMs, ownMs] = ['reference', 'ours'].map((name) =>
      median(latency.get(`${name} ${callers}`) ?? [0]),
    )
    print(
      `${String(callers).padStart(2)} callers: reference ${theirs!.toFixed(1)} (p50 ${theirMs!.toFixed(1)} ms), ours ${own!.toFixed(1)} (p50 ${ownMs!.toFixed(1)} ms), ratio ${(own! / theirs!).toFixed(2)}`,
    )
  }
  if (!values.only) await measureGas()
  await opened.close()

  async function measureGas(): Promise<void> {
    print('\ngas per payment')
    const client = createPublicClient({ transport: http(chains.networks['eip155:8453'].rpcUrl) })
    const direct = await gasOf(reference, 1)
    print(`reference, a transaction each: ${direct}`)
    for (const size of [1, 8, 32, 64]) {
      const gas = await gasOf(ours, size)
      print(
        `ours, ${String(size).padStart(2)} in a transaction: ${gas}  (${(((gas - direct) / direct) * 100).toFixed(1)} %)`,
      )
    }

    async function gasOf(seller: Seller, size: number): Promise<number> {
      const headers = await presign(seller, payer, size, ['eip155:8453'])
      const transactions = new Map<Hex, number>()
      if (seller === reference) {
        for (const header of headers) count(await seller.handle(requestWith(header)))
      } else {
        // Straight to the facilitator, so that a batch has exactly the size asked for.
        const payloads = headers.map(
          (header) => JSON.parse(Buffer.from(header, 'base64').toString()) as PaymentPayload,
        )
        const settled = await Promise.all(
          payloads.map((payload) => facilitator.settle(payload, payload.accepted)),
        )
        for (const { success, transaction } of settled) {
          if (!success) throw new Error('a settlement failed')
          transactions.set(transaction as Hex, (transactions.get(transaction as Hex) ?? 0) + 1)
        }
      }
      if (transactions.size !== 1) throw new Error(`${size} payments took ${transactions.size} transactions`)
      const [hash] = transactions.keys()
      const { gasUsed } = await client.getTransactionReceipt({ hash: hash! })
      return Math.round(Number(gasUsed) / size)

      function count(response: Response): void {
        const receipt = JSON.parse(
          Buffer.from(response.headers.get('payment-response')!, 'base64').toString(),
        )
        transactions.set(receipt.transaction, 1)
      }
    }
  }
} catch (error) {
  // Said before the servers stop: what their end breaks would hide it.
  process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await Promise.all([chains.stop(), postgres.stop()])
  rmSync(folder, { recursive: true, force: true })
  rmSync(`${join(folder, 'postgres')}.secret`, { force: true })
}

/** Signs first, with the stock client, then sells: only the seller's work is on the clock. */
async function round(seller: Seller, payer: Payer, callers: number, calls: number) {
  const headers = await presign(seller, payer, calls, networkIds)
  const took: number[] = []
  let sold = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let header = headers.pop(); header !== undefined; header = headers.pop()) {
        const at = performance.now()
        const response = await seller.handle(requestWith(header))
        if (response.status !== 200 && seller.name === 'ours')
          throw new Error(`ours: ${response.status} ${await response.text()}`)
        // The reference loses some under load; only what was sold counts, for either.
        if (response.status === 200) sold += 1
        await response.arrayBuffer()
        took.push(performance.now() - at)
      }
    }),
  )
  return {
    perSecond: (sold / (performance.now() - startedAt)) * 1_000,
    medianMs: median(took),
    lost: calls - sold,
  }
}

async function presign(
  seller: Seller,
  payer: Payer,
  count: number,
  networks: readonly (typeof networkIds)[number][],
): Promise<string[]> {
  const clients = networks.map((network) => payingClient(payer, [network]))
  const headers: string[] = []
  for (let at = 0; at < count; at += 1) {
    const quote = quoteOf(await seller.handle(requestWith(undefined)))
    const payload = await clients[at % clients.length]!.createPaymentPayload(quote)
    headers.push(encodePaymentSignatureHeader(payload))
  }
  return headers
}

function requestWith(payment: string | undefined): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(payment ? { 'payment-signature': payment } : {}) },
    body: query,
  })
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
