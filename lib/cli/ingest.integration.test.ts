import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandboxClock } from '#lib/adapters/clock'
import { parseIngestArguments } from '#lib/cli/ingest-arguments'
import { runIngest } from '#lib/cli/ingest-run'
import { compiledCode } from '#sandbox/compiled-code'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { berlinGps, jpeg, sample, samplePath, takenAt } from '#testing/media-fixtures'

const entry = fileURLToPath(new URL('./ingest.ts', import.meta.url))
const repository = fileURLToPath(new URL('../..', import.meta.url))

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cairn-cli-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})

/** None of our own variables may reach the command by accident. */
const bareEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: 'test',
  PATH: process.env.PATH,
  CAIRN_MODE: 'sandbox',
  NODE_COMPILE_CACHE: compiledCode,
}

type Ran = { status: number; stdout: string; stderr: string }

/** Runs the real command with no other setting than the database. */
function run(args: string[], env: Record<string, string> = { DATABASE_URL: database.url }): Promise<Ran> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['--conditions=react-server', entry, ...args],
      { cwd: repository, env: { ...bareEnvironment, CAIRN_HOME: join(folder, 'none'), ...env } },
      (_error, stdout, stderr) => done({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

/** Runs the command in this process, which is much faster than to start it as a program. */
async function ingest(...args: string[]): Promise<{ status: number; stdout: string }> {
  const parsed = parseIngestArguments(args)
  if (parsed === 'help') throw new Error('help is for people')
  const printed: string[] = []
  const status = await runIngest({
    ctx: { ...database, clock: await openSandboxClock(database.sql) },
    args: parsed,
    print: (text) => printed.push(text),
    showProgress: false,
  })
  return { status, stdout: printed.join('') }
}

const photograph = jpeg({ exif: takenAt('2022:01:12 07:30:14', 'Z'), gps: berlinGps })
const withoutTime = jpeg({ gps: berlinGps })

test('a folder of captures: what has place and time comes in, the rest is named, the others go on', async () => {
  const captures = join(folder, 'captures')
  mkdirSync(join(captures, 'deep'), { recursive: true })
  writeFileSync(join(captures, 'a.jpg'), photograph)
  writeFileSync(join(captures, 'deep/same.jpg'), photograph)
  writeFileSync(join(captures, 'b.jpg'), withoutTime)
  copyFileSync(samplePath('places/no-gps.jpg'), join(captures, 'c.jpg'))
  copyFileSync(samplePath('video/hostile/hls_as.mp4'), join(captures, 'd.mp4'))
  copyFileSync(samplePath('video/meta/gps_apple.mov'), join(captures, 'deep/e.mov'))
  writeFileSync(join(captures, 'cut.jpg'), sample('places/DSCN0021.jpg').subarray(0, 90_000))
  copyFileSync(samplePath('places/DSCN0021.jpg'), join(captures, 'two-clocks.jpg'))
  writeFileSync(join(captures, 'README.md'), 'not a capture')
  writeFileSync(join(captures, '.DS_Store'), 'hidden')
  writeFileSync(join(captures, 'bell\u0007.jpg'), 'text')

  const first = await run([captures])
  expect(first.stderr).toBe('')
  expect(first.status).toBe(1)
  const told = first.stdout.replaceAll(`${captures}/`, '')
  const id = createHash('sha256').update(photograph).digest('hex')
  expect(told).toContain(`new      ${id}  a.jpg\n`)
  expect(told).toContain('refused  b.jpg: no time: it carries no capture time')
  expect(told).toContain('refused  c.jpg: no place: it carries no usable GPS position; no time zone:')
  expect(told).toContain('refused  cut.jpg: truncated: the file ends before its data does\n')
  expect(told).toContain('refused  d.mp4: not a JPEG, HEIF, PNG, MP4 or MOV by its content\n')
  expect(told).toContain('refused  bell?.jpg: not a JPEG')
  expect(told).toContain('  deep/e.mov\n')
  expect(told).toContain(`known    ${id}  deep/same.jpg\n`)
  expect(told).toMatch(
    /two-clocks.jpg: its clocks contradict each other .*by its own clock, 2008-10-23 14:36:47 UTC by another/,
  )
  expect(told).toContain('2 new, 1 already known, 6 refused, 2 skipped')
  expect(told).toContain('2 × not a JPEG')
  expect(told).not.toMatch(/43\.46|11\.88|40\.71|74\.00|52\.51|13\.4/)

  const second = await ingest(captures, '--captured-at', '2015-06-01T12:00:00+02:00')
  expect(second.status).toBe(1)
  expect(second.stdout).toContain('2 new, 3 already known, 4 refused, 2 skipped')
  const times = await database.sql`select captured_at as at from capture order by captured_at`
  expect(times.map(({ at }) => at).slice(0, 2)).toEqual(['2015-06-01 10:00:00+00', '2015-06-01 10:00:00+00'])
})

test('when everything is in, the exit status is 0', async () => {
  const path = join(folder, 'other.jpg')
  writeFileSync(path, jpeg({ exif: takenAt('2021:03:04 05:06:07', 'Z'), gps: berlinGps }))
  const ran = await ingest(samplePath('video/meta/gps_android.mp4'), path, '--captured-at', '2015-06-01')
  expect(ran.status).toBe(0)
  expect(ran.stdout).toContain('2 new, 0 already known, 0 refused, 0 skipped')
})

test('what is named is never passed over in silence', { tags: 'thorough' }, async () => {
  const ran = await ingest(samplePath('README.md'), join(folder, 'missing.jpg'))
  expect(ran.status).toBe(1)
  expect(ran.stdout).toContain('README.md: not a JPEG')
  expect(ran.stdout).toContain('missing.jpg: the file cannot be read (no such file)')
})

test('a manifest lists its first bad lines and counts the others', { tags: 'thorough' }, async () => {
  const path = join(folder, 'manifest.ndjson')
  const good = { sha256: 'ab'.repeat(32), lat: 43.4674483, lon: 11.8851267, captured_at: '2020-01-01' }
  const bad = Array.from({ length: 30 }, () => JSON.stringify({ ...good, lat: 143.4674483 }))
  writeFileSync(path, [...bad, JSON.stringify(good)].join('\n'))
  const ran = await ingest('--manifest', path, '--manifest', join(folder, 'none.ndjson'))
  expect(ran.status).toBe(1)
  expect(ran.stdout).toContain(`${path} line 20: lat must be within -90..90\n`)
  expect(ran.stdout).not.toContain('line 21')
  expect(ran.stdout).toContain('none.ndjson: the file cannot be read (no such file)')
  expect(ran.stdout).toContain('1 new, 0 already known, 31 refused, 0 skipped')
  expect(ran.stdout).not.toContain('43.46')
})

test('wrong usage is status 2, on standard error, naming the argument', async () => {
  const ran = await run(['a.jpg', '--captured-at', '2999-01-01'])
  expect([ran.status, ran.stdout]).toEqual([2, ''])
  expect(ran.stderr).toContain('--captured-at')
})

test('help needs no settings', { tags: 'thorough' }, async () => {
  const help = await run(['--help'], {})
  expect(help).toMatchObject({ status: 0, stderr: '' })
  expect(help.stdout).toContain('--utc-offset')
})

test('the database comes from the sandbox that runs here, or the message says what to do', {
  tags: 'thorough',
}, async () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  const path = join(folder, 'any.jpg')
  writeFileSync(path, photograph)
  const without = await run([path], { CAIRN_HOME: home })
  expect(without).toMatchObject({ status: 2, stdout: '' })
  expect(without.stderr).toContain('npm start')
  writeFileSync(join(home, 'sandbox.env'), `CAIRN_MODE=sandbox\nDATABASE_URL=${database.url}\n`)
  const withIt = await run([path], { CAIRN_HOME: home })
  expect(withIt.status).toBe(0)
  const stopped = await run(['a.jpg'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(stopped.status).toBe(1)
  expect(stopped.stderr).toContain('does not answer')
})

test('the future is that of the service, whose time the sandbox moves', { tags: 'thorough' }, async () => {
  await database.sql`update service_clock set offset_seconds = 86400::bigint * 365 * 1000`
  try {
    const path = join(folder, 'future.jpg')
    writeFileSync(path, withoutTime)
    const ran = await ingest(path, '--captured-at', '2999-01-01')
    expect(ran.status).toBe(0)
  } finally {
    await database.sql`update service_clock set offset_seconds = 0`
  }
})
