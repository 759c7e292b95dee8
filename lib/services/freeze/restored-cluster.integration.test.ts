import { rmSync } from 'node:fs'
import { maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeApprove } from '#lib/adapters/chain/usdc'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { migrateDatabase } from '#lib/adapters/migrate'
import { runFreeze } from '#lib/cli/freeze-run'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { mayDecide, mayUseKeys } from '#lib/services/freeze/compare-keys'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { replay } from '#lib/services/freeze/replay'
import { watchCopy } from '#lib/services/freeze/watch-copy'
import { type ArchivingCluster, startArchivingCluster } from '#testing/base-backup'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'
import { makeServerFolder } from '#testing/server-folder'

// A real base backup of a real cluster, recovered to a point in time on another server by its archived log.

const name = 'cairn'
const at = (url: string) => url.replace(/\/postgres$/, `/${name}`)

let folder: string
let cluster: ArchivingCluster
let fixture: BountyFixture
let restored: Awaited<ReturnType<ArchivingCluster['restore']>>
let paid: Paid
const opened: OpenContext[] = []
beforeAll(async () => {
  folder = makeServerFolder('restore')
  cluster = await startArchivingCluster(folder)
  await runSql(cluster.url, `create database ${name}`)
  await migrateDatabase(at(cluster.url))
  fixture = await startBountyFixture({ database: { url: at(cluster.url), close: async () => {} } })
  paid = await fixture.payBounty()
  // The first check marks this database as the trusted one.
  expect(await mayUseKeys({ ctx: fixture.ctx, network: paid.network })).toBe(true)
  await cluster.takeBaseBackup()
  await fixture.run()
  expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('open')
  await cluster.markRestorePoint('drill')
  await fixture.ctx
    .sql`insert into event (subject, subject_id, name, data) values ('drill', 'after', 'after', '{}')`
  restored = await cluster.restore('drill')
})
afterAll(async () => {
  await Promise.all(opened.map((ctx) => ctx.close()))
  await fixture?.close()
  await restored?.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function runSql(url: string, text: string): Promise<void> {
  const { default: postgres } = await import('postgres')
  const sql = postgres(url, { max: 1 })
  await sql.unsafe(text)
  await sql.end()
}

/** A process of the service on the restored database. */
async function newProcess(): Promise<OpenContext> {
  const settings = { ...fixture.settings, DATABASE_URL: at(restored.url) }
  const ctx = await openContext(parseEnv(settings), { service: 'restored', maxConnections: 8 })
  opened.push(ctx)
  return ctx
}

test('all processes refuse to use keys or decide on the restored database, although it has everything that is on the chains', async () => {
  const { network } = paid
  const first = await newProcess()
  const [rows] = await first.sql<{ bounties: number; later: number }[]>`
    select (select count(*)::int from bounty where state = 'open') as bounties,
           (select count(*)::int from event where subject = 'drill') as later`
  expect(rows).toEqual({ bounties: 1, later: 0 })
  expect(await mayUseKeys({ ctx: first, network })).toBe(false)
  expect(await getFreeze({ ctx: first })).toMatchObject({
    cause: 'copy',
    reason: expect.stringContaining('timeline'),
  })
  expect(await mayDecide({ ctx: await newProcess() })).toBe(false)
  // The first cluster is still the trusted one.
  expect(await mayUseKeys({ ctx: await fixture.newProcess(), network })).toBe(true)
})

test('once replayed and unfrozen, the new cluster stays trusted in all processes, and a cancelled bounty is refunded', async () => {
  const ctx = await newProcess()
  for (let pass = 0; (await replay({ ctx }))!.waiting.length > 0; pass++) {
    if (pass > 20) throw new Error(JSON.stringify((await getFreeze({ ctx }))!.report))
    await fixture.mine(1)
  }
  expect(await runFreeze({ ctx, args: { verb: 'unfreeze', reason: 'checked', accept: null } })).toMatchObject(
    { status: 0 },
  )
  const later = await newProcess()
  expect(await watchCopy({ ctx: later })).toEqual([])
  expect(await getFreeze({ ctx: later })).toBeUndefined()
  expect(await mayUseKeys({ ctx: later, network: paid.network })).toBe(true)
  expect(await mayDecide({ ctx: later })).toBe(true)

  const { bountyId } = paid.row
  await cancelBounty({ ctx: later, input: { bountyId } })
  const stateThere = async () =>
    (await later.sql<{ state: string }[]>`select state from bounty where bounty_id = ${bountyId}`)[0]!.state
  for (let pass = 0; (await stateThere()) !== 'cancelled'; pass++) {
    if (pass > 20) throw new Error(`it stays ${await stateThere()}`)
    await fixture.pass({ ctx: later })
    await fixture.mine(1)
  }
  expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(paid.amountAtomic)
})

test('too many foreign transactions of a key to read all count as ours, although those that were read are manual', async () => {
  const { network } = paid
  const { address } = fixture.signers.treasury
  const approve = encodeApprove(network.escrow, maxUint256)
  // One after another, which took a minute on a machine with a load of 40.
  for (let count = 0; count < 33; count++)
    await fixture.sendFrom(network, address, network.usdc.address, approve)
  const ctx = await newProcess()
  expect(await mayUseKeys({ ctx, network })).toBe(false)
  expect((await getFreeze({ ctx }))!.reason).toContain('not all of them could be looked at')
}, 240_000)
