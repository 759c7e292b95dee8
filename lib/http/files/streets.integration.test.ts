import { tmpdir } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { openStorage } from '#lib/adapters/storage/open-storage'
import { cellMapRoute } from '#lib/http/files/cell-map'
import { streetsRoute, streetTilesRoute } from '#lib/http/files/streets'
import type { PaymentContext } from '#lib/services/payments/types'
import { nameCell } from '#lib/services/places/name-cell'
import { accessKeyId, bucket, secretAccessKey, startS3Server } from '#testing/s3-server'

const contextWith = (path: string | undefined) =>
  ({
    env: {
      baseUrl: 'https://cairn.test',
      map: { styleUrl: undefined, streets: path && { kind: 'file', path } },
      storage: { kind: 'disk' },
      limits: { pages: 0, trustedProxies: [] },
    },
    log: { warn: () => {}, error: () => {} },
  }) as unknown as PaymentContext

const florence = contextWith('sandbox/florence.pmtiles')
const tiles = streetTilesRoute(async () => florence)
const ask = (path: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }) =>
  tiles.GET(new Request(`http://cairn.test/tiles/streets/${path}`, { headers }))
const middle = '14/8704/5971'

test('a tile of the archive is sent as stored: compressed, cacheable for a week, 304 for the same ETag', async () => {
  const response = await ask(middle)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=604800, stale-while-revalidate=604800',
    vary: 'Accept-Encoding',
  })
  const { layers } = new VectorTile(new PbfReader(gunzipSync(await response.arrayBuffer())))
  expect(Object.keys(layers)).toEqual(expect.arrayContaining(['earth', 'roads', 'buildings', 'water']))
  const again = await ask(middle, {
    'if-none-match': response.headers.get('etag')!,
    'accept-encoding': 'gzip',
  })
  expect(again.status).toBe(304)
})

test('a client that takes no gzip gets the tile decompressed', async () => {
  const response = await ask(middle, {})
  expect(response.headers.get('content-encoding')).toBeNull()
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())))
  expect(layers.roads!.length).toBeGreaterThan(1_000)
})

test('where the archive has no tile the answer is an empty 204, and 404 beyond its zooms', async () => {
  expect((await ask('14/0/0')).status).toBe(204)
  for (const path of ['15/0/0', '14/0/-1', '14/99999/0', 'x/0/0']) expect((await ask(path)).status).toBe(404)
  const none = streetTilesRoute(async () => contextWith(undefined))
  expect((await none.GET(new Request(`http://cairn.test/tiles/streets/${middle}`))).status).toBe(404)
})

test('the description has bounds and attribution; without an archive, only zooms beyond those of maps', async () => {
  const describe = async (ctx: PaymentContext) =>
    (await streetsRoute(async () => ctx).GET(new Request('http://cairn.test/tiles/streets.json'))).json()
  const described = await describe(florence)
  expect(described).toMatchObject({
    tilejson: '3.0.0',
    minzoom: 0,
    maxzoom: 14,
    attribution: expect.stringContaining('© OpenStreetMap'),
  })
  expect(described.bounds[0]).toBeCloseTo(11.154, 3)
  expect(await describe(contextWith(undefined))).toMatchObject({ minzoom: 22, maxzoom: 22 })
})

test('a cell inside the archive is drawn with its streets, and one that it does not hold whole as the overview', async () => {
  const maps = cellMapRoute(async () => florence)
  const draw = async (geohash: string) =>
    (await maps.GET(new Request(`http://cairn.test/tiles/cell/${geohash}/light.svg`))).text()
  const duomo = await draw('srb100')
  expect(duomo).toContain('id="minor"')
  expect(duomo).toContain('<title>Florence</title>')
  expect(duomo.length).toBeLessThan(150_000)
  expect(await draw('srb1')).not.toContain('id="minor"')
})

test('quarters and sights of the archive name a cell', { tags: 'thorough' }, async () => {
  const name = (geohash: string) => nameCell({ ctx: florence, input: { geohash } })
  expect(await name('srb0bq')).toBe('Near San Niccolò, Florence')
  expect(await name('spzcpc')).toBe('Central Florence')
  expect(await name('srb0br')).toBe('Around Basilica di Santa Croce, Florence')
})

test('when the archive cannot be read, a cell still has the name of its town', async () => {
  const broken = contextWith('package.json')
  expect(await nameCell({ ctx: broken, input: { geohash: 'srb0bx' } })).toBe('Florence, Italy')
})

test.each(['fail', 'cut'] as const)(
  'while the bucket of the archive is away (%s) the answer is 503, and the tile afterwards',
  async (mode) => {
    const s3 = await startS3Server()
    const key = `maps/${mode}.pmtiles`
    const storage = {
      kind: 's3',
      region: 'us-east-1',
      bucket,
      endpoint: s3.url,
      accessKeyId,
      secretAccessKey,
    } as const
    const env = {
      ...florence.env,
      storage,
      media: { folder: tmpdir() },
      map: { styleUrl: undefined, streets: { kind: 's3', key } },
    } as unknown as PaymentContext['env']
    const store = await openStorage(env)
    await store.put({ key, path: 'sandbox/florence.pmtiles', type: 'application/octet-stream' })
    const { GET } = streetTilesRoute(async () => ({ ...florence, env }))
    const get = () => GET(new Request(`http://cairn.test/tiles/streets/${middle}`))
    const expectAway = async () => {
      const away = await get()
      expect(away.status).toBe(503)
      expect(away.headers.get('retry-after')).toBe('10')
      expect(await away.json()).toMatchObject({ error: 'unavailable' })
    }
    s3.will(mode)
    await expectAway()
    s3.will('serve')
    expect((await GET(new Request('http://cairn.test/tiles/streets/14/0/0'))).status).toBe(204)
    s3.will(mode)
    await expectAway()
    s3.will('serve')
    expect((await get()).status).toBe(200)
    await s3.close()
  },
)
