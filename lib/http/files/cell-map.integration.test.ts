import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { palettes } from '#lib/domain/map/palette'
import { cellMapRoute } from '#lib/http/files/cell-map'
import type { PaymentContext } from '#lib/services/payments/types'

const colors = palettes.light

const limits = { pages: 0, trustedProxies: [] }
const ctx = { env: { map: { styleUrl: undefined, streets: undefined }, limits } } as unknown as PaymentContext
const maps = cellMapRoute(async () => ctx)
const ask = (path: string, init: RequestInit = {}) =>
  maps.GET(new Request(`http://cairn.test/tiles/cell/${path}`, init))

test('the map of a cell without streets is the overview around it: rivers, borders of regions, towns, and the cell', async () => {
  const response = await ask('u09tun/light.svg')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(response.headers.get('cache-control')).toMatch(
    /^public, max-age=\d{5}, stale-while-revalidate=\d{5}$/,
  )
  const svg = await response.text()
  for (const name of ['Paris', 'Versailles', 'id="cell"', colors['map-coast'], colors['map-border']])
    expect(svg).toContain(name)
  // Dots of towns.
  expect(svg).toMatch(/d="(M-?\d+,-?\d+h0){50}/)
  const known = await ask('u09tun/light.svg', {
    headers: { 'if-none-match': response.headers.get('etag')! },
  })
  expect(known.status).toBe(304)
})

test.each(['u33dc0b/light.svg', 'u33dc0bq/dark.svg', 'a/light.svg', 'u33/green.svg', 'u33/light.png', '/x'])(
  'only geohashes of at most six characters have a map: %s is 404',
  async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'not_found' })
  },
)

test.each(['s', 'zz', '0', 'ruzzrc', 'upzp7t', 'h00000', 'ep5e9c'])(
  'every cell has a map: %s',
  async (geohash) => {
    const response = await ask(`${geohash}/dark.svg`)
    expect(response.status).toBe(200)
    const svg = await response.text()
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    expect(svg.length).toBeLessThan(150_000)
  },
)

test('the overview names the town in the name of the cell before a larger one nearby', async () => {
  const lund = await (await ask('u3ckuh/light.svg')).text()
  const [first] = lund.match(/<title>[^<]*/) ?? []
  expect(first).toBe('<title>Lund')
})

test('a cell in the middle of a sea is drawn with the nearest coasts and towns', async () => {
  const svg = await (await ask('s00000/light.svg')).text()
  expect(svg).toContain('Abidjan')
  expect(svg).toContain(colors['map-land'])
})

test('a client that takes gzip gets the same picture compressed', async () => {
  const plain = await ask('u33dc0/light.svg')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const compressed = await ask('u33dc0/light.svg', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.headers.get('vary')).toBe('Accept-Encoding')
  const bytes = new Uint8Array(await compressed.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(await plain.text())
})
