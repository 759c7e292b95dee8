// @module-tag thorough

import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashStaged, stagedLength, stagedPath } from '#lib/adapters/uploads/staged-file'
import { type Contributor, signInAs } from '#testing/contributor'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type PaidServiceChild, startPaidServiceChild } from '#testing/paid-service-child'
import { origin, unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'

const path = '/api/board/uploads'
const tus = { 'tus-resumable': '1.0.0' }
let database: TestDatabase
let folder: string
const children: PaidServiceChild[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cairn-crash-'))
})
afterAll(async () => {
  for (const child of children) child.kill()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const startProcess = async () => {
  const child = await startPaidServiceChild({ ...unchainedSettings(database.url), MEDIA_DIR: folder })
  children.push(child)
  return child
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const begin = async (url: string, who: Contributor, length: number) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...tus, ...who.bearer, 'upload-length': String(length) },
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!.slice(path.length + 1)
}
const offsetAt = async (url: string, who: Contributor, uploadId: string) => {
  const answer = await fetch(`${url}${path}/${uploadId}`, {
    method: 'HEAD',
    headers: { ...tus, ...who.bearer },
  })
  expect(answer.status).toBe(200)
  return Number(answer.headers.get('upload-offset'))
}
/** Sends slowly until told to stop. The outcome of the request is returned, never thrown. */
const send = (url: string, who: Contributor, uploadId: string, offset: number, bytes: Uint8Array) => {
  let at = 0
  let isStopped = false
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (isStopped || at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + 20_000))
      at += 20_000
      await new Promise((next) => setImmediate(next))
    },
  })
  const answered = fetch(`${url}${path}/${uploadId}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      ...who.bearer,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body,
    duplex: 'half',
  } as RequestInit).then(
    (answer) => answer.status,
    () => 'broken' as const,
  )
  const stop = () => {
    isStopped = true
  }
  return { answered, stop }
}
const kept = async (uploadId: string) => {
  const [row] = await database.sql<{ state: string; sha256: Uint8Array | null }[]>`
    select state, sha256 from upload where upload_id = ${uploadId}`
  return { state: row!.state, sha256: row!.sha256 && Buffer.from(row!.sha256).toString('hex') }
}

test('killed at any byte, again and again, an upload ends as what was sent', async () => {
  const film = randomBytes(12_000_000)
  let child = await startProcess()
  const who = await signInAs({ url: child.url, origin })
  const uploadId = await begin(child.url, who, film.length)
  const staged = stagedPath(folder, uploadId)
  for (let kills = 0; kills < 3; kills++) {
    const offset = await offsetAt(child.url, who, uploadId)
    expect(offset).toBe(await stagedLength(staged))
    const killAt = offset + randomInt(1, 2_500_000)
    const { answered } = send(child.url, who, uploadId, offset, film.subarray(offset))
    await until(async () => (await stagedLength(staged)) >= killAt, { what: 'it has come so far' })
    child.kill()
    expect(await answered).toBe('broken')
    child = await startProcess()
  }
  const offset = await offsetAt(child.url, who, uploadId)
  expect(offset).toBeLessThan(film.length)
  expect(await send(child.url, who, uploadId, offset, film.subarray(offset)).answered).toBe(204)
  expect(sha256(await readFile(staged))).toBe(sha256(film))
  expect(await kept(uploadId)).toEqual({ state: 'received', sha256: sha256(film) })
})

test('two processes never write the same upload at once, even when a lock is lost', async () => {
  const [one, two] = await Promise.all([startProcess(), startProcess()])
  const who = await signInAs({ url: one.url, origin })
  const length = 400_000_000
  const uploadId = await begin(one.url, who, length)
  const staged = stagedPath(folder, uploadId)
  /** Both send from the same offset, each its own bytes; the stored bytes from there on must be those of one of them. */
  let from = 0
  for (const [round, lockIsLost] of [false, false, true, true].entries()) {
    const [first, second] = round % 2 === 0 ? [one, two] : [two, one]
    const [ours, theirs] = [round * 2 + 1, round * 2 + 2]
    const sending = send(first.url, who, uploadId, from, new Uint8Array(60_000_000).fill(ours))
    await until(async () => (await stagedLength(staged)) > from, { what: 'the first one writes' })
    if (lockIsLost)
      await database.sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    const tooLate = await send(second.url, who, uploadId, from, new Uint8Array(30_000).fill(theirs)).answered
    expect(tooLate).not.toBe(204)
    const asked = await offsetAt(second.url, who, uploadId)
    expect(await send(second.url, who, uploadId, asked, new Uint8Array(30_000).fill(theirs)).answered).toBe(
      204,
    )
    sending.stop()
    await sending.answered
    const added = (await readFile(staged)).subarray(from)
    const expected = Buffer.concat([Buffer.alloc(asked - from, ours), Buffer.alloc(30_000, theirs)])
    expect(added.equals(expected)).toBe(true)
    from = await offsetAt(first.url, who, uploadId)
  }
  const bytes = await readFile(staged)
  expect(Buffer.from(await hashStaged(staged, bytes.length)).toString('hex')).toBe(sha256(bytes))
})

test('a large upload takes no more memory than a small one', async () => {
  const child = await startProcess()
  const who = await signInAs({ url: child.url, origin })
  const mebibytes = 384
  const block = randomBytes(2 ** 20)
  const rssMiB = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1_024
  const sendBlocks = async (count: number) => {
    const uploadId = await begin(child.url, who, count * block.length)
    let left = count
    let peak = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left-- === 0) return controller.close()
        if (left % 16 === 0) peak = Math.max(peak, rssMiB())
        controller.enqueue(new Uint8Array(block))
      },
    })
    const answer = await fetch(`${child.url}${path}/${uploadId}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        ...who.bearer,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(204)
    return peak
  }
  // Until the process has allocated the buffers that it needs for good.
  const small = await sendBlocks(48)
  expect((await sendBlocks(mebibytes)) - small).toBeLessThan(mebibytes / 4)
})
