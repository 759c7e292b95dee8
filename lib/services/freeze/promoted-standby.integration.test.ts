// @module-tag thorough

import { rmSync } from 'node:fs'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFrozenError } from '#lib/adapters/frozen-error'
import { migrateDatabase } from '#lib/adapters/migrate'
import { runFreeze } from '#lib/cli/freeze-run'
import { mayUseKeys } from '#lib/services/freeze/compare-keys'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { replay } from '#lib/services/freeze/replay'
import { watchCopy } from '#lib/services/freeze/watch-copy'
import { type ArchivingCluster, type Standby, startArchivingCluster } from '#testing/base-backup'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'
import { makeServerFolder } from '#testing/server-folder'
import { startTcpProxy, type TcpProxy } from '#testing/tcp-proxy'
import { until } from '#testing/until'

// A primary and a streaming standby, which is promoted when the primary crashes. The service has one address for both, and the process
// of the fixture runs on, as webs and workers do.

const name = 'cairn'
const at = (url: string) => url.replace(/\/postgres$/, `/${name}`)

let folder: string
let primary: ArchivingCluster
let standby: Standby
/** The address of the database, and the standby's way to the primary. */
let address: TcpProxy
let replication: TcpProxy
let fixture: BountyFixture
/** Committed while the standby received everything. */
let early: Paid
/** Committed after the standby had lost its connection. */
let late: Paid

beforeAll(async () => {
  folder = makeServerFolder('standby')
  // As by default: a commit waits for a standby that follows in step.
  primary = await startArchivingCluster(folder, { synchronous_commit: 'on' })
  const admin = postgres(primary.url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  await migrateDatabase(at(primary.url))
  ;[address, replication] = await Promise.all([startTcpProxy(at(primary.url)), startTcpProxy(primary.url)])
  await primary.takeBaseBackup()
  standby = await primary.startStandby(replication.url)
  const set = async (value: string) => {
    await admin.unsafe(`alter system set synchronous_standby_names = '${value}'`)
    await admin`select pg_reload_conf()`
  }
  await set('standby')
  await until(
    async () => (await admin`select from pg_stat_replication where sync_state = 'sync'`).length === 1,
    {
      what: 'the standby follows in step',
    },
  )
  fixture = await startBountyFixture({ database: { url: address.url, close: async () => {} } })
  early = await fixture.payBounty()
  // The first check marks this database as the trusted one.
  expect(await mayUseKeys({ ctx: fixture.ctx, network: early.network })).toBe(true)
  await fixture.run()
  expect((await fixture.rowOf(early.row.bountyId)).state).toBe('open')

  await set('')
  await replication.cut()
  await fixture.cancel(early)
  late = await fixture.payBounty()
  await fixture.run()
  expect((await fixture.rowOf(early.row.bountyId)).state).toBe('cancelled')
  expect((await fixture.rowOf(late.row.bountyId)).state).toBe('open')

  await admin.end()
  await primary.stop('immediate')
  await standby.promote()
  address.redirect(at(standby.url))
})
afterAll(async () => {
  await fixture?.close()
  await Promise.all([address?.close(), replication?.close(), standby?.stop(), primary?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** The first statement on each lost connection fails. */
async function reconnect(): Promise<void> {
  await until(
    async () =>
      fixture.ctx.sql`select`.then(
        () => true,
        () => false,
      ),
    { what: 'a connection to the promoted server' },
  )
}

test('transactions that the standby had received are there, and later ones are missing', async () => {
  await reconnect()
  expect(await fixture.rowOf(early.row.bountyId)).toMatchObject({ state: 'open' })
  expect(await fixture.rowOf(late.row.bountyId)).toBeUndefined()
})

test('a process that continues on the promoted server is stopped at its first statement, before it decides anything or uses a key', async () => {
  const refusal = await fixture.cancel(early).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(isFrozenError(refusal)).toBe(true)
  await expect(fixture.payBounty()).rejects.toSatisfy(isFrozenError)
  expect(await watchCopy({ ctx: fixture.ctx })).toEqual([])
  expect(await getFreeze({ ctx: fixture.ctx })).toMatchObject({
    cause: 'copy',
    reason: expect.stringContaining('timeline'),
  })
})

test('once replayed and unfrozen both payers have all of their money back, once, and the books explain it', async () => {
  const { ctx } = fixture
  for (let pass = 0; (await replay({ ctx }))!.waiting.length > 0; pass++) {
    if (pass > 20) throw new Error(JSON.stringify((await getFreeze({ ctx }))!.report))
    await fixture.mine(1)
  }
  // It unfreezes only if the audit of the money has no finding.
  expect(await runFreeze({ ctx, args: { verb: 'unfreeze', reason: 'checked', accept: null } })).toMatchObject(
    { status: 0 },
  )
  await fixture.run()
  for (const { row, network, payer, amountAtomic } of [early, late]) {
    expect((await fixture.rowOf(row.bountyId)).state).toBe('cancelled')
    expect(await fixture.balanceOf(network, payer.address)).toBe(amountAtomic)
  }
})
