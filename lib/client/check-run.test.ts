import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { CheckRun } from '#lib/client/check-run'
import { arrange, listedVerdict, summarise } from '#lib/client/check-view'
import { NotCheckedError } from '#lib/client/fetch-json'
import { filesOfChoice } from '#lib/client/found-files'
import { hashSlices } from '#lib/client/hash-slices'
import type { RunTools } from '#lib/client/run-tools'

const settings = {
  trust: { chainId: 8453, eas: '0x', schemaUids: [], attesters: [] },
  rpcUrl: undefined,
} as const
const unknown = (sha256: string) => ({ proof: { status: 'unknown' as const, sha256 }, verified: false })
const filesNamed = (count: number) =>
  filesOfChoice(Array.from({ length: count }, (_, index) => new File([`content ${index}`], `${index}.jpg`)))

const open: CheckRun[] = []
afterEach(() => open.splice(0).forEach((run) => void run.close()))

function start(tools: Partial<RunTools>): CheckRun {
  const run = new CheckRun(settings, {
    hash: hashSlices,
    lookUp: async (hashes) => hashes.map(unknown),
    wait: async () => undefined,
    now: () => 0,
    ...tools,
  })
  open.push(run)
  return run
}

/** Like `vi.waitFor`, with a timeout for busy machines. */
const waitFor = <Result>(check: () => Result) => vi.waitFor(check, { timeout: 50_000 })

const settled = (run: CheckRun, count: number) =>
  waitFor(() => {
    const { rows } = run.snapshot()
    expect(rows).toHaveLength(count)
    expect(rows.every(({ state }) => state === 'done' || state === 'cancelled')).toBe(true)
    return rows
  })

describe('many files', () => {
  test('are each hashed once, two at a time, and looked up in requests of at most fifty', async () => {
    let [hashing, most] = [0, 0]
    const asked: (readonly string[])[] = []
    const run = start({
      hash: async (file, options) => {
        most = Math.max(most, ++hashing)
        await new Promise((resolve) => setTimeout(resolve))
        return hashSlices(file, options).finally(() => hashing--)
      },
      lookUp: async (hashes) => {
        asked.push(hashes)
        await new Promise((resolve) => setTimeout(resolve, 20))
        return hashes.map(unknown)
      },
    })
    await run.add(filesNamed(300))
    const rows = await settled(run, 300)
    expect(most).toBe(2)
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(50)
    expect(asked.length).toBeLessThan(60)
    expect(new Set(asked.flat()).size).toBe(300)
    for (const row of rows)
      expect(row.sha256).toBe(
        createHash('sha256')
          .update(`content ${row.name.slice(0, -4)}`)
          .digest('hex'),
      )
    expect(summarise(rows)).toMatchObject({ counts: { unknown: 300, unfinished: 0 }, isOver: true })
  })

  test('wait as long as the service asks, then continue; no file is reported as unknown meanwhile', async () => {
    const waited: number[] = []
    let refusals = 2
    const run = start({
      lookUp: async (hashes) => {
        if (refusals-- > 0) throw new NotCheckedError('too many', { retryAfterSeconds: 7 })
        return hashes.map(unknown)
      },
      wait: async (ms) => {
        waited.push(ms)
        expect(run.snapshot().rows.some(({ report }) => report)).toBe(false)
      },
    })
    await run.add(filesNamed(3))
    const rows = await settled(run, 3)
    expect(waited).toEqual([7_000, 7_000])
    expect(rows.map(({ report }) => report?.verdict)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('are all reported as "could not be checked" while the service fails, and can be checked again', async () => {
    let isAway = true
    const run = start({
      lookUp: async (hashes) => {
        if (isAway) throw new NotCheckedError('This service could not be reached.')
        return hashes.map(unknown)
      },
    })
    await run.add(filesNamed(2))
    const rows = await settled(run, 2)
    expect(rows.map(({ report }) => report?.verdict)).toEqual(['could_not_check', 'could_not_check'])
    isAway = false
    run.repeat(rows[0]!.id)
    await waitFor(() =>
      expect(run.snapshot().rows.map(({ report }) => report?.verdict)).toEqual([
        'unknown',
        'could_not_check',
      ]),
    )
  })

  test('are matched to their own answers if the answers come in another order', async () => {
    const run = start({ lookUp: async (hashes) => hashes.map(unknown).reverse() })
    await run.add(filesNamed(2))
    const rows = await settled(run, 2)
    for (const { report, sha256 } of rows)
      if (report?.verdict !== 'could_not_check') expect(report).toMatchObject({ verdict: 'unknown', sha256 })
  })

  test('are cancelled one by one or all, and the rest continues', async () => {
    const run = start({
      hash: (file, { signal, onProgress }) =>
        file.name === '0.jpg'
          ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : hashSlices(file, { signal, onProgress }),
    })
    await run.add(filesNamed(4))
    await waitFor(() => expect(run.snapshot().rows.filter(({ state }) => state === 'done')).toHaveLength(3))
    run.cancel(1)
    const rows = await settled(run, 4)
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'done', 'done', 'done'])
    expect(summarise(rows)).toMatchObject({ counts: { cancelled: 1 }, isOver: true })
    run.clear()
    await waitFor(() => expect(run.snapshot().rows).toEqual([]))
  })

  test('that were cancelled are checked after all, each looked up once', async () => {
    const asked: string[] = []
    let isStuck = true
    const run = start({
      hash: (file, { signal, onProgress }) =>
        isStuck && file.name !== '0.jpg'
          ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : hashSlices(file, { signal, onProgress }),
      lookUp: async (hashes) => {
        asked.push(...hashes)
        return hashes.map(unknown)
      },
    })
    await run.add(filesNamed(5))
    await waitFor(() => expect(run.snapshot().rows[0]).toMatchObject({ state: 'done' }))
    run.cancelAll()
    const rows = await settled(run, 5)
    expect(summarise(rows).counts).toMatchObject({ unknown: 1, cancelled: 4, unfinished: 0 })
    expect(arrange(rows, 'cancelled', { by: 'given', isDescending: false })).toHaveLength(4)
    isStuck = false
    run.resume()
    await waitFor(() =>
      expect(summarise(run.snapshot().rows).counts).toMatchObject({ unknown: 5, cancelled: 0 }),
    )
    expect(asked).toHaveLength(new Set(asked).size)
    expect(asked).toHaveLength(5)
  })

  test('that are cancelled during the look-up and resumed at once get their verdict', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let requests = 0
    const run = start({
      lookUp: async (hashes) => {
        requests++
        await promise
        return hashes.map(unknown)
      },
    })
    await run.add(filesNamed(3))
    await waitFor(() => expect(requests).toBe(1))
    run.cancelAll()
    run.resume()
    resolve()
    const rows = await settled(run, 3)
    expect(rows.map(({ report }) => report?.verdict)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('that are empty or cannot be read are unsupported, with the reason', async () => {
    const run = start({})
    await run.add({
      files: [
        { path: 'a', file: new File([], 'a') },
        { path: 'b', problem: 'The file could not be read. x' },
      ],
      leftOut: ['.DS_Store'],
      isCut: false,
    })
    const rows = await settled(run, 2)
    expect(rows.map(({ name, report }) => [name, report?.verdict, report?.reason])).toEqual([
      ['b', 'unsupported', 'The file could not be read. x'],
      ['a', 'unsupported', 'It has no content: 0 bytes.'],
    ])
    expect(rows.map(({ report }) => listedVerdict(report!))).toEqual(['unsupported', 'empty'])
    expect(run.snapshot().leftOut).toEqual(['.DS_Store'])
  })

  test('without a record are looked at closer; a single file and one with a record are not', async () => {
    const hashed: string[] = []
    const closer = {
      readCredentials: async () => undefined,
      isDamaged: async () => false,
      isOtherContent: async () => false,
      hashPicture: async ({ name }: File) => {
        hashed.push(name)
        return 'unreadable' as const
      },
      findAlike: async () => [],
    }
    const alone = start({ closer })
    await alone.add(filesNamed(1))
    await settled(alone, 1)
    const run = start({
      closer,
      lookUp: async (hashes) =>
        hashes.map((sha256) => ({
          proof: { status: 'pending', sha256, anchored_within_seconds: 1 },
          verified: false,
        })),
    })
    await run.add(filesNamed(2))
    await settled(run, 2)
    expect(hashed).toEqual([])

    const several = start({ closer })
    await several.add(filesNamed(2))
    await settled(several, 2)
    await waitFor(() => expect(summarise(several.snapshot().rows)).toMatchObject({ looking: 0 }))
    expect(hashed).toEqual(['0.jpg', '1.jpg'])
    expect(summarise(several.snapshot().rows).counts.damaged).toBe(2)
  })

  test('count in bytes, and can be put in order', async () => {
    const run = start({})
    await run.add(filesNamed(12))
    const rows = await settled(run, 12)
    const { totalBytes, doneBytes } = summarise(rows)
    expect(totalBytes).toBe(rows.reduce((sum, row) => sum + row.sizeBytes, 0))
    expect(doneBytes).toBe(totalBytes)
    const names = arrange(rows, 'unknown', { by: 'name', isDescending: true }).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['11.jpg', '10.jpg', '9.jpg'])
    expect(arrange(rows, 'verified', { by: 'given', isDescending: false })).toEqual([])
  })

  test('of a model in its ZIP are looked up by their manifest alone, and not at all if one differs', async () => {
    const asked: string[] = []
    const run = start({
      lookUp: async (hashes) => {
        asked.push(...hashes)
        return hashes.map(unknown)
      },
    })
    const [good, changed] = [await modelZip('glTF'), await modelZip('GLTF')]
    await run.add(filesOfChoice([good.file, changed.file]))
    const rows = await settled(run, 2)
    const report = { verdict: 'does_not_match', changedCount: 1 }
    expect(rows.find(({ file }) => file === changed.file)).toMatchObject({ report })
    expect(rows.find(({ file }) => file === good.file)).toMatchObject({
      sha256: good.manifestSha256,
      modelFileCount: 1,
      report: { verdict: 'unknown' },
    })
    expect(asked).toEqual([good.manifestSha256])
  })
})

/** The download of a model whose manifest lists `glTF` as the content of `model.glb`. */
async function modelZip(glb: string): Promise<{ file: File; manifestSha256: string }> {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  const files = [{ path: 'model.glb', bytes: 4, sha256: digest('glTF') }]
  const manifest = JSON.stringify({ format: 'cairn-model/1', files })
  const archive = new ZipFile()
  archive.addBuffer(Buffer.from(manifest), 'manifest.json', { compress: false, forceDosTimestamp: true })
  archive.addBuffer(Buffer.from(glb), 'model.glb', { compress: false, forceDosTimestamp: true })
  archive.end()
  const parts: Buffer[] = []
  for await (const part of archive.outputStream) parts.push(part as Buffer)
  return { file: new File([Buffer.concat(parts)], 'model.zip'), manifestSha256: digest(manifest) }
}
