// @module-tag thorough
// needs: tmpfs-mounts

import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

// A process in a mount namespace of its own, whose resolv.conf names a server that never answers. `localhost` is in /etc/hosts.

const program = `
  import { lookup } from 'node:dns/promises'
  import { openClient } from '#lib/adapters/db/driver/open-client'
  const client = openClient(process.argv[1], { max: 1 })
  const pid = async () => (await client\`select pg_backend_pid() as pid\`)[0].pid
  const first = await pid()
  let ended = 0
  for (let name = 0; name < 8; name++)
    lookup('rpc' + name + '.hung.example').catch(() => {}).finally(() => (ended += 1))
  await client\`select pg_terminate_backend(pg_backend_pid())\`.catch(() => {})
  const second = await pid()
  process.stdout.write(JSON.stringify({ isAnother: first !== second, ended }))
  process.exit()`

test('a connection to the database is opened while the names of other hosts hang', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-names-'))
  const address = '127.0.0.9'
  const silent = createSocket('udp4').bind(53, address)
  await once(silent, 'listening')
  writeFileSync(join(folder, 'resolv.conf'), `nameserver ${address}\n`)
  const url = new URL(inject('postgresUrl'))
  url.hostname = 'localhost'
  const mounted = `mount --bind ${folder}/resolv.conf /etc/resolv.conf && exec "$@"`
  const node = [
    process.execPath,
    '--conditions=react-server',
    '--input-type=module',
    '--eval',
    program,
    url.href,
  ]
  const { stdout } = await promisify(execFile)('unshare', ['-m', 'sh', '-c', mounted, 'sh', ...node])
  expect(JSON.parse(stdout)).toEqual({ isAnother: true, ended: 0 })
  silent.close()
  rmSync(folder, { recursive: true, force: true })
})
