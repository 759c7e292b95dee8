import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type JWSSignedReceipt, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '#lib/adapters/env'
import { signingKeyOf } from '#lib/adapters/signing-key'
import { docPages } from '#lib/http/docs/pages'
import { publicPages, robotsText, siteMap } from '#lib/http/documents/crawl-documents'
import { type Document, documentRoute } from '#lib/http/documents/document-route'
import { apiCatalog, llmsFullText, llmsText } from '#lib/http/documents/documents'
import { didDocument, securityText } from '#lib/http/documents/trust-documents'
import { signReceipt } from '#lib/services/payments/sign-receipt'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const get = (document: Document, settings: Partial<Env> = {}, init: RequestInit = {}) => {
  const ctx = { ...service.ctx, env: { ...service.ctx.env, ...settings } }
  const routes = documentRoute(document, async () => ctx)
  const request = new Request(`${origin}/document`, init)
  return routes[request.method as 'GET'](request)
}

const settled = {
  success: true,
  transaction: `0x${'5e'.repeat(32)}`,
  network: 'eip155:8453' as const,
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
}
const receiptBy = (env: Env): JWSSignedReceipt => {
  const signed = signReceipt({ ctx: { env }, input: { settled, url: env.baseUrl, takenAt: new Date() } })
  return (signed.extensions!['offer-receipt'] as { info: { receipt: JWSSignedReceipt } }).info.receipt
}

describe('the keys of offers and receipts', () => {
  test('are found from a receipt alone, and stay known when they are no longer used', async () => {
    let env = service.ctx.env
    const server = createServer(async (_, outgoing) => {
      outgoing.end(await (await get(didDocument, env)).text())
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    env = { ...env, baseUrl: `http://127.0.0.1:${port}` }
    const receipt = receiptBy(env)
    expect(await verifyReceiptSignatureJWS(receipt)).toMatchObject({ payer: settled.payer })

    const before = signingKeyOf(env).jwk.x
    env = { ...env, secretKey: 'another secret of the tests, 32 characters' }
    await expect(verifyReceiptSignatureJWS(receipt)).rejects.toThrow('No verification method')
    env = { ...env, retiredSigningKeys: [before] }
    expect(await verifyReceiptSignatureJWS(receipt)).toMatchObject({ payer: settled.payer })
    expect(await verifyReceiptSignatureJWS(receiptBy(env))).toMatchObject({ payer: settled.payer })
    await new Promise((closed) => server.close(closed))
  })
})

describe('security.txt', () => {
  test('says whom to tell of a weakness, and until when that holds', async () => {
    const securityContacts = ['mailto:security@example.org', 'https://example.org/report']
    const answer = await get(securityText, { mode: 'production', securityContacts })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await answer.text()).trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual(securityContacts.map((contact) => `Contact: ${contact}`))
    expect(lines).toContain(`Canonical: ${origin}/.well-known/security.txt`)
    const [expires] = lines.filter((line) => line.startsWith('Expires: '))
    const days = (Date.parse(expires!.slice(9)) - service.ctx.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })

  test('is absent without a contact, except in a sandbox, where it says that it is made up', async () => {
    const none = await get(securityText, { mode: 'production' })
    expect(none.status).toBe(404)
    expect(await none.json()).toMatchObject({ error: 'not_found' })
    expect(await (await get(securityText)).text()).toMatch(/^# A sandbox: this address is made up/)
  })
})

describe('what crawlers read', () => {
  test('excludes private links from crawling, and nothing that is sold', async () => {
    const text = await (await get(robotsText)).text()
    expect(text).toContain('Disallow: /api/files/')
    expect(text).not.toContain('Disallow: /api/v1')
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  })

  test('lists pages that exist, the documentation and the trees', async () => {
    const answer = await get(siteMap)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(
      new RegExp(`<loc>${origin}/trees/1</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z</lastmod>`),
    )
    for (const { path } of docPages(service.ctx.env)) expect(text).toContain(`<loc>${origin}${path}</loc>`)
    const app = join(import.meta.dirname, '../../../app')
    for (const path of publicPages) {
      expect(existsSync(join(app, path, 'page.tsx')), path).toBe(true)
      expect(text).toContain(`<loc>${origin}${path === '/' ? '' : path}</loc>`)
    }
  })

  test('is told again without its text when it is known, and answers HEAD', async () => {
    for (const document of [robotsText, siteMap, didDocument, securityText, apiCatalog]) {
      const first = await get(document)
      const headers = { 'If-None-Match': first.headers.get('etag')! }
      expect((await get(document, {}, { headers })).status).toBe(304)
      const head = await get(document, {}, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

test('llms.txt links to the Markdown of each guide, and llms-full.txt has all of them', async () => {
  const [short, long] = await Promise.all(
    [llmsText, llmsFullText].map(async (one) => (await get(one)).text()),
  )
  for (const { path, title, group } of docPages(service.ctx.env)) {
    if (group === 'Guides') expect(short).toContain(`[${title}](${origin}${path}.md)`)
    if (group !== 'For operators') expect(long).toContain(title)
  }
})

test('the page for programs that use the service does not have the guide of those who run it', async () => {
  const operators = docPages(service.ctx.env).filter(({ group }) => group === 'For operators')
  expect(operators).toHaveLength(1)
  expect(await (await get(llmsFullText)).text()).not.toContain(operators[0]!.description)
})

test('the catalogue of ways in names itself in a header, and both ways in', async () => {
  const answer = await get(apiCatalog, {}, { method: 'HEAD' })
  expect(answer.headers.get('link')).toBe(`<${origin}/.well-known/api-catalog>; rel="api-catalog"`)
  const catalogue = await get(apiCatalog)
  expect(catalogue.headers.get('content-type')).toContain('application/linkset+json')
  const { linkset } = (await catalogue.json()) as { linkset: { anchor: string }[] }
  const anchors = linkset.map(({ anchor }) => anchor)
  expect(linkset[1]).toMatchObject({ 'service-desc': [{ href: `${origin}/openapi.json` }] })
  expect(anchors).toEqual([`${origin}/.well-known/api-catalog`, `${origin}/api/v1`, `${origin}/mcp`])
})
