// @module-tag thorough
// needs: tmpfs-mounts

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fundsAtomic, type OrderFixture, startOrderFixture } from '#testing/order-fixture'
import { type OwnServer, startOwnServer } from '#testing/own-server'
import { until } from '#testing/until'

// PostgreSQL on a file system of its own, which is really full: its log cannot grow, and it ends.

let volume: string
let server: OwnServer
let fixture: OrderFixture
beforeAll(async () => {
  volume = mkdtempSync(join(tmpdir(), 'cairn-volume-'))
  run('mount', '-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', volume)
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB' }
  server = await startOwnServer({ folder: volume, settings })
  fixture = await startOrderFixture(server.database)
})
afterAll(async () => {
  await fixture?.close()
  run('umount', volume)
  rmSync(volume, { recursive: true, force: true })
})
beforeEach(() => fixture.begin())

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}

const ballast = () => join(volume, 'ballast')

/** Takes all the space. PostgreSQL then uses what it has set aside for its log, and ends when that is full too. */
async function fill(): Promise<void> {
  const { bavail, bsize } = statfsSync(volume)
  writeFileSync(ballast(), Buffer.alloc(bavail * bsize))
  const { sql } = fixture.database
  const write = () => sql`select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`
  await until(
    () =>
      write().then(
        () => false,
        () => true,
      ),
    { what: 'PostgreSQL has no space left' },
  )
}

test('while the disk of PostgreSQL is full payments are refused and not charged; with space again the same payment is served once', async () => {
  const header = await fixture.sign()
  await fill()
  for (let times = 0; times < 3; times++) {
    const refused = await fixture.pay(header)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('payment-required')).toBeNull()
  }
  expect(await fixture.balance()).toBe(fundsAtomic)
  expect((await fetch(`${fixture.service.url}/api/health`)).status).toBe(200)

  rmSync(ballast())
  await server.stop('fast')
  await server.start()
  await fixture.endLease()
  await fixture.expectServed(await fixture.pay(header))
})
