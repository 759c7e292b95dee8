import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkStreets } from '#lib/adapters/basemap/check-streets'
import { openStreets, streetTile } from '#lib/adapters/basemap/streets'
import { type Env, EnvError } from '#lib/adapters/env'
import { openStorage } from '#lib/adapters/storage/open-storage'
import { accessKeyId, bucket, type S3Server, secretAccessKey, startS3Server } from '#testing/s3-server'

const florence = 'sandbox/florence.pmtiles'
const tile = { z: 14, x: 8704, y: 5971 }
let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-streets-'))
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const envOf = (streets: Env['map']['streets'], endpoint = s3.url): Pick<Env, 'map' | 'storage'> => ({
  map: { styleUrl: undefined, streets },
  storage: { kind: 's3', region: 'us-east-1', bucket, endpoint, accessKeyId, secretAccessKey },
})
const file = (path: string) => envOf({ kind: 'file', path })
const problemsOf = async (env: Pick<Env, 'map' | 'storage'>) => {
  const error = await checkStreets(env).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(EnvError)
  return (error as EnvError).problems
}

test('an archive is read in ranges, the same from a file as from a bucket', async () => {
  const storage = await openStorage({ ...envOf(undefined), media: { folder } } as Env)
  await storage.put({ key: 'maps/florence.pmtiles', path: florence, type: 'application/octet-stream' })
  const inBucket = envOf({ kind: 's3', key: 'maps/florence.pmtiles' })
  expect(await checkStreets(inBucket)).toEqual([])
  const fromBucket = await streetTile((await openStreets(inBucket))!, tile)
  const fromFile = await streetTile((await openStreets(file(florence)))!, tile)
  expect(fromBucket!.length).toBeGreaterThan(100_000)
  expect(Buffer.from(fromBucket!).equals(fromFile!)).toBe(true)
})

test('without the setting there is no archive, and nothing to check', async () => {
  expect(await openStreets(envOf(undefined))).toBeUndefined()
  expect(await checkStreets(envOf(undefined))).toEqual([])
})

test('the start is refused for an archive that is missing, broken or of another kind', async () => {
  const text = join(folder, 'text.pmtiles')
  await writeFile(text, 'not an archive'.repeat(2_000))
  const raster = join(folder, 'raster.pmtiles')
  await copyFile(florence, raster)
  const handle = await open(raster, 'r+')
  // The type of the tiles (PMTiles v3, section 3.4): 2 is PNG.
  await handle.write(new Uint8Array([2]), 0, 1, 99)
  await handle.close()
  const missing = join(folder, 'missing.pmtiles')
  expect(await problemsOf(file(missing))).toEqual([
    expect.stringMatching(/^BASEMAP_PMTILES: .*missing.pmtiles is not .* cannot be read \(ENOENT/),
  ])
  expect(await problemsOf(file(text))).toEqual([
    expect.stringContaining(`BASEMAP_PMTILES: ${text} is not a PMTiles v3 archive`),
  ])
  expect(await problemsOf(file(raster))).toEqual([
    `BASEMAP_PMTILES: ${raster} is not a PMTiles v3 archive of vector tiles`,
  ])
  expect(await problemsOf(envOf({ kind: 's3', key: 'maps/missing.pmtiles' }))).toEqual([
    expect.stringContaining('BASEMAP_PMTILES: s3:maps/missing.pmtiles is not a PMTiles v3 archive'),
  ])
})

test('the service starts although the bucket does not answer: the archive may still be valid', async () => {
  const silent = envOf({ kind: 's3', key: 'maps/florence.pmtiles' }, 'http://127.0.0.1:9')
  expect(await checkStreets(silent)).toEqual([
    'BASEMAP_PMTILES: no answer from the bucket for s3:maps/florence.pmtiles',
  ])
})
