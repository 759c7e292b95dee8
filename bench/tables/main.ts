import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { deleteSentBytes } from '#lib/adapters/chain/outbox'
import { demoKey } from '#lib/adapters/demo-keys'
import { migrateDatabase } from '#lib/adapters/migrate'
import { isEnded } from '#lib/domain/bounty/bounty'
import { archivePayments } from '#lib/services/payments/archive-payments'
import { runWorker } from '#lib/worker/run-worker'
import { startChains } from '../../sandbox/chains.ts'
import { startPostgres } from '../../sandbox/postgres.ts'
import { bountyPath, postBounty, withToken } from '../../testing/bounty-request.ts'
import { publishTestObservations, testQuery } from '../../testing/observations.ts'
import {
  createPayer,
  jsonPost,
  settingsFor,
  signPayment,
  startPaidService,
  withPayment,
} from '../../testing/paid-service.ts'
import { createPlainSubmission } from '../../testing/plain-submission.ts'
import { measureRowBytes } from './row-bytes.ts'

// `npm run bench:tables`: what a million queries and ten thousand bounties a day add to each table. It sells a few with the real
// service, counts the rows that each table got, and measures the bytes of a row with its indexes.
const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '300' },
    bounties: { type: 'string', default: '24' },
    /** In each answer. */
    observations: { type: 'string', default: '20' },
  },
})
const [queries, bounties, observations] = [values.queries, values.bounties, values.observations].map(
  Number,
) as [number, number, number]
const perDay = { queries: 1_000_000, bounties: 10_000 }
/** They grow with time, not with queries and bounties. */
const timed = new Set(['audit_run', 'figure_sample', 'gas_spent'])
const atOnce = 8
const network = 'eip155:8453'

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
const chains = await startChains()
const stop = new AbortController()
const closing: (() => Promise<unknown>)[] = [postgres.stop, chains.stop]
try {
  await migrateDatabase(postgres.url)
  const settings = {
    ...settingsFor({ chains, databaseUrl: postgres.url, baseUrl: 'http://cairn.test' }),
    ANCHOR_KEY: demoKey('anchor'),
    MEDIA_JOBS: '0',
  }
  const service = await startPaidService({ settings })
  const { sql, db, env } = service.ctx
  const worker = runWorker({ ctx: service.ctx, signal: stop.signal })
  closing.push(async () => {
    stop.abort()
    await worker
    await service.close()
  })
  await publishTestObservations({ db }, { count: observations })
  const payers = await Promise.all(
    Array.from({ length: atOnce }, () => createPayer(chains, 1_000_000_000_000n)),
  )
  const before = await countRows()

  const query = jsonPost(testQuery)
  const queryUrl = `${service.url}/api/v1/spatial/query`
  await share(queries, async (payer) => {
    const header = await signPayment({ url: queryUrl, init: query, payer, network })
    const response = await fetch(queryUrl, withPayment(query, header))
    if (response.status !== 200)
      throw new Error(`a query was answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  })
  await quiet()
  const afterQueries = await countRows()

  let posted = 0
  await share(bounties, async (payer) => {
    const url = `${service.url}${bountyPath}`
    const order = postBounty({ title: `Number ${++posted}` })
    const accepted = posted % 2 === 0
    const header = await signPayment({ url, init: order, payer, network })
    const response = await fetch(url, withPayment(order, header))
    if (response.status !== 201)
      throw new Error(`a bounty was answered ${response.status}: ${await response.text()}`)
    const { bounty_id: bountyId, agent_token: token } = (await response.json()) as Record<string, string>
    const ask = async (path: string, init: RequestInit = {}) =>
      (await (await fetch(`${url}/${bountyId}${path}`, withToken(token!, init))).json()) as { status: never }
    const reach = async (isThere: (state: never) => boolean) => {
      while (!isThere((await ask('')).status)) await sleep(1_000)
    }
    await reach((state) => state === 'open')
    if (accepted) {
      const contributor = payer.address.toLowerCase() as `0x${string}`
      const { submissionId } = await createPlainSubmission({
        ctx: { env, db },
        input: { bountyId: bountyId!, contributor },
      })
      await ask('/accept', jsonPost({ submission_id: submissionId }))
    } else await ask('/cancel', jsonPost({}))
    await reach(isEnded)
  })
  await quiet()
  const afterBounties = await countRows()

  const lines: {
    table: string
    perQuery: number
    perBounty: number
    bytes: number
    rows: number
    mb: number
  }[] = []
  for (const [table, count] of afterBounties) {
    const perQuery = ((afterQueries.get(table) ?? 0) - (before.get(table) ?? 0)) / queries
    const perBounty = (count - (afterQueries.get(table) ?? 0)) / bounties
    const rows = perQuery * perDay.queries + perBounty * perDay.bounties
    if (rows < 1_000 || timed.has(table)) continue
    const bytes = await measureRowBytes(sql, table)
    lines.push({ table, perQuery, perBounty, bytes, rows, mb: (rows * bytes) / 1_000_000 })
  }
  lines.sort((a, b) => b.mb - a.mb)
  process.stdout.write(
    '| table | rows per query | per bounty | bytes a row | rows a day | MB a day |\n|---|---|---|---|---|---|\n',
  )
  for (const { table, perQuery, perBounty, bytes, rows, mb } of lines)
    process.stdout.write(
      `| \`${table}\` | ${perQuery.toFixed(2)} | ${perBounty.toFixed(1)} | ${Math.round(bytes).toLocaleString('en')} | ${Math.round(rows).toLocaleString('en')} | ${mb < 10 ? mb.toFixed(1) : Math.round(mb).toLocaleString('en')} |\n`,
    )
  process.stdout.write('\n| table | rows per query | bytes a row | after 90 days |\n|---|---|---|---|\n')
  for (const line of await measureArchive()) process.stdout.write(line)
  const [{ bytes }] =
    (await sql`select avg(octet_length(body))::int as bytes from payment_answer`) as unknown as [
      { bytes: number },
    ]
  process.stdout.write(
    `\n${queries} queries with ${observations} observations each (${bytes} bytes compressed), ${bounties} bounties\n`,
  )

  /** The tables of a sale, for settlements alone: the bytes of their rows as they are written, and after they were archived. */
  async function measureArchive(): Promise<string[]> {
    const rows = {
      payment: `operation <> 'createBounty'`,
      settlement: 'true',
      chain_tx: `kind = 'settle'`,
      chain_attempt: `tx_id in (select id from chain_tx where kind = 'settle')`,
    }
    const written = new Map<string, number>()
    for (const [table, where] of Object.entries(rows))
      written.set(table, await measureRowBytes(sql, table, where))
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = 'replica'`
      for (const column of ['created_at', 'closed_at', 'claimed_until'])
        await tx.unsafe(`update payment set ${column} = ${column} - interval '100 days'`)
      await tx`update chain_attempt set created_at = created_at - interval '100 days'`
    })
    for (let more = true; more; ) ({ more } = await archivePayments({ ctx: service.ctx }))
    for (let more = true; more; ) ({ more } = await deleteSentBytes({ ctx: service.ctx }))
    const [{ left, moved }] = (await sql`
      select (select count(*)::int from payment where operation <> 'createBounty') as left,
             (select count(*)::int from archived_payment) as moved`) as unknown as [
      { left: number; moved: number },
    ]
    if (left > 0 || moved === 0) throw new Error(`${left} payments for queries were not archived`)
    const archived = new Map([['payment', await measureRowBytes(sql, 'archived_payment')]])
    for (const table of ['chain_tx', 'chain_attempt'] as const)
      archived.set(table, await measureRowBytes(sql, table, rows[table]))
    return [...written].map(([table, bytes]) => {
      const perQuery = ((afterQueries.get(table) ?? 0) - (before.get(table) ?? 0)) / queries
      return `| \`${table}\` | ${perQuery.toFixed(2)} | ${Math.round(bytes)} | ${Math.round(archived.get(table) ?? 0)} |\n`
    })
  }

  /** Runs a task so often, some at once, each with a wallet of its own. */
  async function share(
    times: number,
    task: (payer: (typeof payers)[number]) => Promise<void>,
  ): Promise<void> {
    let left = times
    await Promise.all(
      payers.map(async (payer) => {
        while (left-- > 0) await task(payer)
      }),
    )
  }

  async function quiet(): Promise<void> {
    for (;;) {
      const [row] = await sql<{ open: number }[]>`
        select (select count(*)::int from payment where closed_at is null)
               + (select count(*)::int from chain_tx where state in ('queued', 'sent', 'mined')) as open`
      if (row!.open === 0) break
      await sleep(500)
    }
    // The books follow every three seconds, and requests are logged a quarter of a second later.
    await sleep(8_000)
  }

  async function countRows(): Promise<Map<string, number>> {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
    const found = new Map<string, number>()
    for (const { name } of tables) {
      const [row] = (await sql.unsafe(`select count(*)::int as count from ${name}`)) as unknown as [
        { count: number },
      ]
      found.set(name, row.count)
    }
    return found
  }
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
