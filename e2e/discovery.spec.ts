import { expect, test } from '@playwright/test'
import { sandboxFacts } from './sandbox-facts.ts'

// The documents with which programs discover the service, as the framework serves them.

const { base_url } = sandboxFacts()

for (const [path, type] of [
  ['/openapi.json', 'application/json'],
  ['/llms.txt', 'text/markdown'],
  ['/llms-full.txt', 'text/markdown'],
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
  ['/.well-known/x402', 'application/json'],
  ['/.well-known/api-catalog', 'application/linkset+json'],
  ['/.well-known/did.json', 'application/did+json'],
  ['/.well-known/security.txt', 'text/plain'],
] as const)
  test(`${path} is there for anyone, and is asked for without its text as well`, async ({ request }) => {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toContain(type)
    expect(answer.headers()['access-control-allow-origin']).toBe('*')
    const head = await request.head(path)
    expect([head.status(), (await head.body()).length]).toEqual([200, 0])
  })

test('an unknown path of the API is 404 and never an HTML page', async ({ request }) => {
  for (const path of [
    '/.well-known/openid-configuration',
    '/.well-known/mcp.json',
    '/.well-known/nothing/at/all',
    '/openapi.yaml',
    '/llms.md',
    '/security.txt',
    '/docs/no-such-page',
    '/docs/no-such-page.md',
    '/api/v2/spatial/query',
    '/nothing',
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
  }
})

test('every page of the site map and every link of the catalogue answers', { tag: '@thorough' }, async ({
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!)
  expect(pages.length).toBeGreaterThan(20)
  const catalogue = await (await request.get('/.well-known/api-catalog')).json()
  const links = (catalogue.linkset as Record<string, { href: string }[] | string>[]).flatMap((entry) =>
    Object.values(entry).flatMap((value) => (Array.isArray(value) ? value.map(({ href }) => href) : [])),
  )
  const ways = new Set([`${base_url}/api/v1`, `${base_url}/mcp`])
  // Only a few pages of each kind are opened: each operation and each tree has one.
  const several = pages.filter((page) => !/\/(reference\/|trees\/)/.test(page))
  const few = pages.filter((page) => /\/(reference\/|trees\/)/.test(page)).slice(0, 3)
  for (const address of new Set([...several, ...few, ...links.filter((link) => !ways.has(link))])) {
    const answer = await request.get(address)
    expect(answer.status(), address).toBe(200)
  }
})
