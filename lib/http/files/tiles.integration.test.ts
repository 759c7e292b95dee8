import { expect, test } from 'vitest'
import { tilesRoute } from '#lib/http/files/tiles'

const tiles = tilesRoute()
const ask = (path: string, init: RequestInit = {}) =>
  tiles[(init.method ?? 'GET') as 'GET'](new Request(`http://cairn.test/tiles/${path}`, init))

test('a tile of the world has land, coasts, borders and cities in it', async () => {
  const response = await ask('0/0/0')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  for (const layer of ['land', 'coast', 'border', 'place', 'Shanghai']) expect(text).toContain(layer)
})

test('a tile is kept for long, and told to be the same', async () => {
  const first = await ask('5/17/10')
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d{6}, stale-while-revalidate=\d{6}$/)
  const etag = first.headers.get('etag')!
  const second = await ask('5/17/10', { headers: { 'if-none-match': etag } })
  expect(second.status).toBe(304)
  expect((await second.arrayBuffer()).byteLength).toBe(0)
  const head = await ask('5/17/10', { method: 'HEAD' })
  expect(head.headers.get('etag')).toBe(etag)
  expect((await head.arrayBuffer()).byteLength).toBe(0)
})

test('the open sea is an empty tile', async () => {
  const response = await ask('7/20/80')
  expect(response.status).toBe(200)
  expect((await response.arrayBuffer()).byteLength).toBe(0)
})

test('also the fullest tiles stay below 100 kB, which nothing compresses', async () => {
  for (const path of ['0/0/0', '1/1/0', '4/8/5', '6/33/21', '7/66/43', '7/28/56']) {
    const response = await ask(path)
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(100_000)
  }
})

test.each(['8/0/0', '3/8/0', '3/0/-1', '3/0/1.5', '3/0/01', 'a/b/c', '3/0'])(
  '%s is no tile: 404',
  async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'not_found' })
  },
)

test('only GET and HEAD', async () => {
  expect((await ask('0/0/0', { method: 'POST' })).status).toBe(405)
})
