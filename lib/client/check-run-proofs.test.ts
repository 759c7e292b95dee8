import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, expect, test, vi } from 'vitest'
import { CheckRun } from '#lib/client/check-run'
import { factsIn, summarise } from '#lib/client/check-view'
import { NotCheckedError } from '#lib/client/fetch-json'
import { filesOfChoice } from '#lib/client/found-files'
import { hashSlices } from '#lib/client/hash-slices'
import type { RunTools } from '#lib/client/run-tools'
import { hashFields, leafOf, leafSpec, toHex } from '#lib/domain/proof/leaf'
import type { Hex, ProofBundle } from '#lib/domain/proof/proof'

const filled = (digit: string, length: number): Hex => `0x${digit.repeat(length)}`

/** The proof of the only leaf of its tree. */
function proofOf(content: string): ProofBundle {
  const capture = {
    captureSha256: sha256(new TextEncoder().encode(content)),
    salt: new Uint8Array(32),
    geohash: 'u4pruy',
    capturedAtMs: Date.UTC(2026, 2, 4, 14, 5, 9),
  }
  const leaf = toHex(leafOf(capture))
  return {
    version: 1,
    sha256: bytesToHex(capture.captureSha256),
    salt: toHex(capture.salt),
    fields: toHex(hashFields(capture)),
    geohash: capture.geohash,
    captured_at: '2026-03-04T14:05:09Z',
    leaf_index: 0,
    leaf_hash: leaf,
    proof: [],
    tree: { tree_id: 1, leaf_count: 1, root: leaf, prev_root: filled('0', 64), leaf_spec: leafSpec },
    attestation: {
      chain_id: 8453,
      uid: filled('a', 64),
      tx: filled('d', 64),
      schema_uid: filled('b', 64),
      attester: filled('1', 40),
      eas: filled('4', 40),
      block: 7,
      time: '2026-03-04T15:00:00Z',
    },
  }
}

const photo = (name: string, content = name) => new File([content], name)
const proofFile = (name: string, content: string) => new File([JSON.stringify(proofOf(content))], name)

const open: CheckRun[] = []
afterEach(() => open.splice(0).forEach((run) => void run.close()))

/** A run without a service, as in the single-file checker. */
function start(tools: Partial<RunTools> = {}): CheckRun {
  const run = new CheckRun(
    { trust: { chainId: 8453, eas: '0x', schemaUids: [], attesters: [] }, rpcUrl: undefined },
    {
      hash: hashSlices,
      lookUp: async () => {
        throw new NotCheckedError('No proof was given with this file.')
      },
      wait: async () => undefined,
      now: () => 0,
      ...tools,
    },
  )
  open.push(run)
  return run
}

/** Gives files one after another, each when the check of those before it is over. */
async function giveInTurn(run: CheckRun, ...steps: File[][]) {
  for (const files of steps) {
    const isNoticed = new Promise<void>((resolve) => run.subscribe(resolve))
    await run.add(filesOfChoice(files))
    await isNoticed
    await settled(run)
  }
  return results(run)
}

const settled = (run: CheckRun) =>
  expect
    .poll(() => {
      const { rows } = run.snapshot()
      return rows.length > 0 && rows.every(({ state }) => state === 'done')
    })
    .toBe(true)

const results = (run: CheckRun) =>
  run
    .snapshot()
    .rows.map(({ name, bundle, report }) => [name, bundle?.name, report?.recomputed?.holds] as const)

test('a proof that is given after its file joins it', async () => {
  expect(await giveInTurn(start(), [photo('a.jpg')], [proofFile('download.json', 'a.jpg')])).toEqual([
    ['a.jpg', 'download.json', true],
  ])
})

test('a file that is given after its proof takes the place of the proof', async () => {
  expect(await giveInTurn(start(), [proofFile('download.json', 'a.jpg')], [photo('a.jpg')])).toEqual([
    ['a.jpg', 'download.json', true],
  ])
})

test('an altered file and a proof are compared in either order, by name or as the only two', async () => {
  const altered = photo('a.jpg', 'altered')
  for (const name of ['a.proof.json', 'download.json']) {
    const proof = proofFile(name, 'a.jpg')
    expect(await giveInTurn(start(), [altered], [proof])).toEqual([['a.jpg', name, false]])
    expect(await giveInTurn(start(), [proof], [altered])).toEqual([['a.jpg', name, false]])
  }
})

test('among several files a proof joins the one that it was made for, and no other', async () => {
  const run = start()
  const steps = [[photo('a.jpg'), photo('b.jpg')], [proofFile('1.json', 'b.jpg')], [proofFile('2.json', 'c')]]
  expect(await giveInTurn(run, ...steps)).toEqual([
    ['a.jpg', undefined, undefined],
    ['b.jpg', '1.json', true],
    ['2.json', '2.json', true],
  ])
  expect(await giveInTurn(run, [photo('c.jpg', 'c')])).toEqual([
    ['a.jpg', undefined, undefined],
    ['b.jpg', '1.json', true],
    ['c.jpg', '2.json', true],
  ])
})

test('the proof of another file is replaced by the right one, and goes to its own file', async () => {
  const run = start()
  const [wrong, right] = [proofFile('wrong.json', 'b.jpg'), proofFile('right.json', 'a.jpg')]
  expect(await giveInTurn(run, [photo('a.jpg')], [wrong])).toEqual([['a.jpg', 'wrong.json', false]])
  expect(await giveInTurn(run, [photo('b.jpg')])).toEqual([
    ['a.jpg', 'wrong.json', false],
    ['b.jpg', 'wrong.json', true],
  ])
  expect(await giveInTurn(run, [right])).toEqual([
    ['a.jpg', 'right.json', true],
    ['b.jpg', 'wrong.json', true],
  ])
})

test('the same proof given again is no file of its own', async () => {
  const again = () => [proofFile('again.json', 'a.jpg')]
  expect(await giveInTurn(start(), again(), again())).toHaveLength(1)
  expect(await giveInTurn(start(), [photo('a.jpg'), ...again()], again())).toHaveLength(1)
})

test('many proofs without files are compared by one text each', async () => {
  const count = 60
  const proofs = Array.from({ length: count }, (_, index) => proofFile(`${index}.json`, String(index)))
  const run = start()
  const written = vi.spyOn(JSON, 'stringify')
  await run.add(filesOfChoice(proofs))
  expect(written.mock.calls.length).toBeLessThanOrEqual(2 * count)
  written.mockRestore()
  await settled(run)
  expect(run.snapshot().rows).toHaveLength(count)
})

test('a proof that is given while its file is hashed or looked up is used', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const hashing = start({ hash: async (...args) => isReleased.then(() => hashSlices(...args)) })
  await hashing.add(filesOfChoice([photo('a.jpg')]))
  await hashing.add(filesOfChoice([proofFile('download.json', 'a.jpg')]))
  release()
  await settled(hashing)
  expect(results(hashing)).toEqual([['a.jpg', 'download.json', true]])

  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const asking = start({
    lookUp: async (hashes) => {
      await isAnswered
      return hashes.map((sha256) => ({ proof: { status: 'unknown' as const, sha256 }, verified: false }))
    },
  })
  await asking.add(filesOfChoice([photo('a.jpg')]))
  await expect.poll(() => asking.snapshot().rows[0]?.state).toBe('asking')
  await asking.add(filesOfChoice([proofFile('download.json', 'a.jpg')]))
  answer()
  await settled(asking)
  expect(results(asking)).toEqual([['a.jpg', 'download.json', true]])
})

test('where a file replaces the one before it, a proof joins that one all the same', async () => {
  const run = start()
  await giveInTurn(run, [photo('a.jpg')])
  await run.add(filesOfChoice([proofFile('download.json', 'a.jpg')]), { replaces: true })
  await expect.poll(() => results(run)).toEqual([['a.jpg', 'download.json', true]])
  await run.add(filesOfChoice([photo('b.jpg')]), { replaces: true })
  await expect.poll(() => results(run)).toEqual([['b.jpg', undefined, undefined]])
})

test('what files themselves state is read for those of several that have a record, one after the other', async () => {
  let [reading, most] = [0, 0]
  const read: string[] = []
  const stated = { times: [], geohash: 'u3ckuh' }
  const run = start({
    readStated: async ({ name }) => {
      most = Math.max(most, ++reading)
      read.push(name)
      await new Promise((resolve) => setTimeout(resolve))
      reading--
      if (name === 'gone.jpg') throw new Error('gone')
      return stated
    },
  })
  const recorded = ['gone.jpg', 'a.jpg', 'b.jpg']
  await run.add(
    filesOfChoice([
      ...recorded.map((name) => photo(name)),
      photo('none.jpg'),
      ...recorded.map((name) => proofFile(`${name}.proof.json`, name)),
    ]),
  )
  const found = () =>
    Object.fromEntries(run.snapshot().rows.map((row) => [row.name, factsIn(row)?.geohash] as const))
  await expect
    .poll(found)
    .toEqual({ 'gone.jpg': undefined, 'a.jpg': 'u3ckuh', 'b.jpg': 'u3ckuh', 'none.jpg': undefined })
  expect([...read].sort()).toEqual([...recorded].sort())
  expect(most).toBe(1)

  const alone = start({ readStated: async () => stated })
  await giveInTurn(alone, [photo('a.jpg'), proofFile('a.proof.json', 'a.jpg')])
  expect(alone.snapshot().rows[0]?.stated).toBeUndefined()
})

test('files whose own statements are still read, or could not be, are told apart, and are read again on request', async () => {
  let isLost = true
  const held = Promise.withResolvers<void>()
  const run = start({
    readStated: async () => {
      await held.promise
      if (isLost) throw new Error('a part of this page could not be loaded')
      return undefined
    },
  })
  const names = ['a.jpg', 'b.jpg']
  await run.add(filesOfChoice(names.flatMap((name) => [photo(name), proofFile(`${name}.json`, name)])))
  const counts = () => {
    const { reading, unread } = summarise(run.snapshot().rows)
    return { reading, unread }
  }
  const verdicts = () => run.snapshot().rows.map(({ state, report }) => [state, report?.verdict])
  await expect.poll(counts).toEqual({ reading: 2, unread: 0 })
  const before = verdicts()
  expect(before.map(([state]) => state)).toEqual(['done', 'done'])
  held.resolve()
  await expect.poll(counts).toEqual({ reading: 0, unread: 2 })
  expect(verdicts()).toEqual(before)
  isLost = false
  run.readStated()
  await expect.poll(counts).toEqual({ reading: 0, unread: 0 })
  expect(run.snapshot().rows.map(factsIn)).toEqual(names.map(() => ({ times: [], geohash: undefined })))
  expect(verdicts()).toEqual(before)
})

test('a file that was alone is read once another one makes it a list', async () => {
  const run = start({ readStated: async () => ({ times: [], geohash: 'u3ckuh' }) })
  await giveInTurn(run, [photo('a.jpg'), proofFile('a.proof.json', 'a.jpg'), photo('b.jpg')])
  await expect
    .poll(() => run.snapshot().rows.map((row) => factsIn(row)?.geohash))
    .toEqual(['u3ckuh', undefined])
})
