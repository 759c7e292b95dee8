import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasRoom } from '#lib/adapters/has-room'
import { hashStatePath } from '#lib/adapters/uploads/running-hash'
import {
  appendStaged,
  hashStaged,
  listLeftovers,
  removeStaged,
  stagedLength,
  stagedPath,
} from '#lib/adapters/uploads/staged-file'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-staged-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
const newPath = () => stagedPath(folder, `upl_${count++}`)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const append = (path: string, offset: number, chunks: Uint8Array[], breaks = false) =>
  appendStaged({
    path,
    offset,
    mayWrite: () => true,
    assertRoom: async () => {},
    chunks: (async function* () {
      yield* chunks
      if (breaks) throw new Error('the line broke')
    })(),
  })

/** The state that is beside a file after a crash: the current one, an older one, none, or invalid bytes. */
const after = fc.constantFrom('as it is', 'older', 'none', 'torn', 'foreign')

test('the hash is right for any order of writes, resumes and crashes', async () => {
  const steps = fc.array(
    fc.record({
      chunks: fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 4 }),
      breaks: fc.boolean(),
      crash: after,
      /** The number of bytes that the file has lost: a power failure may lose bytes that were not flushed. */
      lost: fc.nat(150),
    }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (parts) => {
      const path = newPath()
      let expected = Buffer.alloc(0)
      let olderState: Buffer | undefined
      let isCut = false
      for (const { chunks, breaks, crash, lost } of parts) {
        const before = isCut ? undefined : await readFile(hashStatePath(path)).catch(() => undefined)
        const appending = append(path, expected.length, chunks, breaks)
        if (breaks) await expect(appending).rejects.toThrow('the line broke')
        else expect(await appending).toBe(expected.length + Buffer.concat(chunks).length)
        expected = Buffer.concat([expected, ...chunks])
        expect(await stagedLength(path)).toBe(expected.length)
        olderState = before ?? olderState
        if (crash === 'older' && olderState) await writeFile(hashStatePath(path), olderState)
        if (crash === 'none') await rm(hashStatePath(path), { force: true })
        if (crash === 'torn') await truncate(hashStatePath(path), 20)
        if (crash === 'foreign') await writeFile(hashStatePath(path), Buffer.alloc(124, 7))
        isCut = lost > 0 && crash === 'as it is'
        if (!isCut) continue
        expected = expected.subarray(0, Math.max(0, expected.length - lost))
        await truncate(path, expected.length)
        olderState = undefined
      }
      expect(Buffer.from(await hashStaged(path, expected.length)).toString('hex')).toBe(sha256(expected))
      expect(sha256(await readFile(path))).toBe(sha256(expected))
    }),
    { numRuns: 60 },
  )
})

test('a writer whose permission has ended stops writing bytes and state', async () => {
  const path = newPath()
  let mayWrite = true
  const length = await appendStaged({
    path,
    offset: 0,
    mayWrite: () => mayWrite,
    assertRoom: async () => {},
    chunks: (async function* () {
      yield Buffer.from('first')
      mayWrite = false
      yield Buffer.from('second')
    })(),
  })
  expect(length).toBe(5)
  expect((await readFile(path)).toString()).toBe('first')
  await expect(stat(hashStatePath(path))).rejects.toThrow('ENOENT')
})

test('what others leave no room for ends there, and what came is kept', async () => {
  const path = newPath()
  const piece = Buffer.alloc(32 * 2 ** 20)
  const full = new Error('the disk is full')
  let asked = 0
  const appending = appendStaged({
    path,
    offset: 0,
    mayWrite: () => true,
    assertRoom: async () => {
      asked += 1
      if (asked === 2) throw full
    },
    chunks: (async function* () {
      for (;;) yield piece
    })(),
  })
  await expect(appending).rejects.toBe(full)
  expect(await stagedLength(path)).toBe(2 * 64 * 2 ** 20)
  await removeStaged(path)
})

test('only we can read what is staged', async () => {
  const path = newPath()
  await append(path, 0, [Buffer.from('private')])
  for (const each of [path, hashStatePath(path)]) expect((await stat(each)).mode & 0o077).toBe(0)
  expect((await stat(join(folder, 'uploads'))).mode & 0o077).toBe(0)
})

test('removing deletes the file and its state, and a missing file has length 0', async () => {
  const path = newPath()
  await append(path, 0, [Buffer.from('film')])
  await removeStaged(path)
  await removeStaged(path)
  const id = basename(path)
  expect((await readdir(join(folder, 'uploads'))).filter((name) => name.split('.')[0] === id)).toEqual([])
  expect(await stagedLength(path)).toBe(0)
})

test('left over is what nobody wrote to for a day', async () => {
  const [old, young] = [newPath(), newPath()]
  for (const path of [old, young]) await append(path, 0, [Buffer.from('film')])
  const before = new Date(Date.now() - 25 * 3_600_000)
  for (const path of [old, hashStatePath(old)]) await utimes(path, before, before)
  expect(await listLeftovers(folder)).toEqual([basename(old)])
  expect(await listLeftovers(join(folder, 'nowhere'))).toEqual([])
})

test('a volume has room for little, and none for all that is free on it', async () => {
  expect(await hasRoom({ folder, bytes: 1 })).toBe(true)
  expect(await hasRoom({ folder, bytes: 2 ** 60 })).toBe(false)
})
