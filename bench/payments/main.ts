import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
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
import { queryObservations as spatialQuery } from '#lib/operations/observations'
import { fixedPriceAtomic } from '#lib/operations/price'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { queryObservations } from '#lib/services/observations/query-observations'
import { startChains } from '../../sandbox/chains.ts'
import { startPostgres } from '../../sandbox/postgres.ts'
import { publishTestObservations } from '../../testing/observations.ts'
import { createPayer, dispatcher, type Payer, payingClient, settingsFor } from '../../testing/paid-service.ts'
import { insertPastPayments } from '../../testing/past-payments.ts'
import { noteFigure } from '../note-figure.ts'
import { type CpuTimes, cpuPerCall, formatCpu, readCpuTimes } from './cpu-times.ts'
import { createReference, quoteOf, type Seller } from './reference.ts'
import { requestWith, sell } from './sell.ts'
import { startWebProcesses } from './web-processes.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    calls: { type: 'string', default: '256' },
    lone: { type: 'string', default: '60' },
    /** How many web processes `ours x2` has. */
    processes: { type: 'string', default: String(availableParallelism()) },
    /** Measures only one of the sellers, to profile it. */
    only: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const processes = Number(values.processes)
const networkIds = ['eip155:8453', 'eip155:5042'] as const
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
  const settings = settingsFor({ chains, databaseUrl, baseUrl: 'http://bench.test' })
  const env = parseEnv(settings)
  const opened = await openContext(env, { service: 'bench' })
  await publishTestObservations(opened, { count: 10 })
  await insertPastPayments(opened.sql, { count: 20_000 })
  const facilitator = createBuiltInFacilitator({ ctx: opened, signer: createSigner(env.relayerKey!) })
  const handle = dispatcher({ ...opened, facilitator })
  const ours: Seller = {
    name: 'ours',
    handle,
    webPids: [process.pid],
    sell: (payments, callers) => sell(handle, payments, { callers, mayLose: false }),
  }
  const webs = await startWebProcesses(processes, settings)
  const together: Seller = { name: `ours x${processes}`, handle, ...webs }
  const reference = await createReference({
    networks: env.networks,
    // A separate key: two senders with one key would use each other's nonces.
    relayerKey: demoKey('operator'),
    priceAtomic: fixedPriceAtomic(spatialQuery, env),
    produce: (body) =>
      queryObservations({ ctx: opened, input: parseSpatialQuery(body, { now: new Date() }) }),
  })
  const payer = await createPayer(chains, 1_000_000_000n)
  const sellers = [reference, ours, together].filter((seller) => !values.only || seller.name === values.only)

  // Warm-up: first compilations and connections are not measured. Each process of a seller gets the same number of calls.
  for (const seller of sellers) await round(seller, payer, 32, seller === together ? 512 * processes : 512)
  const throughput = new Map<string, number[]>()
  const latency = new Map<string, number[]>()
  const cpu = new Map<string, CpuTimes[]>()
  for (let at = 0; at < rounds; at += 1) {
    for (const callers of [32, 1]) {
      for (const seller of at % 2 ? [...sellers].reverse() : sellers) {
        // One caller keeps one process busy.
        if (seller === together && callers === 1) continue
        const calls = callers === 1 ? Number(values.lone) : Number(values.calls)
        const measured = await round(seller, payer, callers, calls)
        const key = `${seller.name} ${callers}`
        throughput.set(key, [...(throughput.get(key) ?? []), measured.perSecond])
        latency.set(key, [...(latency.get(key) ?? []), measured.medianMs])
        cpu.set(key, [...(cpu.get(key) ?? []), measured.cpu])
        print(
          `round ${at + 1}  ${seller.name.padEnd(10)} ${String(callers).padStart(2)} callers  ${measured.perSecond.toFixed(1)} paid calls/s  p50 ${measured.medianMs.toFixed(1)} ms  lost ${measured.lost}  ${formatCpu(measured.cpu)}`,
        )
      }
    }
  }
  print('\npaid calls per second, median of the rounds')
  for (const callers of [1, 32]) {
    const medians = sellers.flatMap(({ name }) => {
      const key = `${name} ${callers}`
      if (!throughput.has(key)) return []
      const times = cpu.get(key)!
      const medianCpu = {
        web: median(times.map(({ web }) => web)),
        database: median(times.map(({ database }) => database)),
        chains: median(times.map(({ chains }) => chains)),
      }
      return [
        {
          name,
          perSecond: median(throughput.get(key)!),
          ms: median(latency.get(key)!),
          cpu: medianCpu,
        },
      ]
    })
    const peer = medians.find(({ name }) => name === reference.name)
    for (const { name, perSecond, ms, cpu } of medians) {
      const ratio = peer && name !== peer.name ? `, ratio ${(perSecond / peer.perSecond).toFixed(2)}` : ''
      if (ratio)
        noteFigure({
          name: `paid calls, ${callers} callers, ${name}, times as many as the reference`,
          value: perSecond / peer!.perSecond,
          better: 'higher',
        })
      print(
        `${String(callers).padStart(2)} callers  ${name.padEnd(10)} ${perSecond.toFixed(1)} (p50 ${ms.toFixed(1)} ms, ${formatCpu(cpu)})${ratio}`,
      )
    }
  }
  if (!values.only) await measureGas()
  await webs.close()
  await opened.close()

  async function measureGas(): Promise<void> {
    print('\ngas per payment')
    const client = createPublicClient({ transport: http(chains.networks['eip155:8453'].rpcUrl) })
    const direct = await gasOf(reference, 1)
    print(`reference, a transaction each: ${direct}`)
    for (const size of [1, 8, 32, 64]) {
      const gas = await gasOf(ours, size)
      noteFigure({
        name: `gas of a payment, ${size} in a transaction, of the reference`,
        value: gas / direct,
        better: 'lower',
      })
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
        // Sent directly to the facilitator, so that a batch has exactly the requested size.
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
  // Printed before the servers stop, because errors of their shutdown would hide it.
  process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await Promise.all([chains.stop(), postgres.stop()])
  rmSync(folder, { recursive: true, force: true })
  rmSync(`${join(folder, 'postgres')}.secret`, { force: true })
}

/** Signs first, with the stock client, then sells: only the work of the seller is measured. */
async function round(seller: Seller, payer: Payer, callers: number, calls: number) {
  const payments = await presign(seller, payer, calls, networkIds)
  const before = readCpuTimes(seller.webPids)
  const startedAt = performance.now()
  const { sold, tookMs } = await seller.sell(payments, callers)
  const perSecond = (sold / (performance.now() - startedAt)) * 1_000
  const cpu = cpuPerCall(before, readCpuTimes(seller.webPids), sold)
  return { perSecond, medianMs: median(tookMs), lost: calls - sold, cpu }
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

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
