import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentRoute } from '#lib/http/documents/document-route'
import { llmsText, openApiDocument, paidResources } from '#lib/http/documents/documents'
import { describeInterface } from '#lib/http/documents/openapi'
import { operations } from '#lib/operations/catalog'
import { operatorGroup } from '#lib/operations/operator/catalog'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

type Described = {
  operationId: string
  security: Record<string, unknown>[]
  responses: Record<string, unknown>
  'x-payment-info'?: { price: Record<string, string> }
}

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const paid = operations.filter((one) => 'payment' in one && one.payment)
const described = () => {
  const { paths } = describeInterface(service.ctx.env) as {
    paths: Record<string, Record<string, Described>>
  }
  return paths
}

describe('the description of the interface', () => {
  test('is valid OpenAPI 3.1', async () => {
    const checked = await new Validator().validate(describeInterface(service.ctx.env))
    expect(checked.errors).toBeUndefined()
    expect(checked.valid).toBe(true)
  })

  test('has every public operation, by its path, and none of the console', () => {
    const paths = operations.map(({ path }) => path as string)
    expect(Object.keys(described())).toEqual(expect.arrayContaining(paths))
    for (const { path } of operatorGroup.operations) expect(described()).not.toHaveProperty([path])
  })

  test('calls no two operations by one name', () => {
    const names = operations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('tells the price of what is sold, and of nothing else', () => {
    const prices = Object.values(described())
      .flatMap((methods) => Object.values(methods))
      .flatMap((one) => (one['x-payment-info'] ? [[one.operationId, one['x-payment-info'].price]] : []))
    expect(prices.map(([name]) => name).sort()).toEqual(paid.map(({ name }) => name).sort())
    expect(Object.fromEntries(prices)).toMatchObject({
      queryObservations: { mode: 'fixed', currency: 'USD', amount: '0.01' },
      getObservation: { mode: 'fixed', currency: 'USD', amount: '0.005' },
      createBounty: { mode: 'dynamic', currency: 'USD', min: '50.00', max: '5000.00' },
    })
  })

  test('names the credential of each operation that needs one', () => {
    const paths = described()
    expect(paths['/api/v1/bounties/{id}']?.get?.security).toEqual([{ agentToken: [] }])
    expect(paths['/api/auth/session']?.get?.security).toEqual([{ session: [] }, { sessionCookie: [] }])
    // Paid operations need no credential.
    expect(paths['/api/v1/bounties']?.post?.security).toEqual([])
    expect(paths['/api/v1/provenance/{hash}']?.get?.security).toEqual([])
  })

  test('lists every status that a paid request may be answered with', () => {
    const { responses } = described()['/api/v1/observations/{id}']!.get!
    expect(Object.keys(responses)).toEqual(['200', '400', '402', '404', '405', '409', '429', '500', '503'])
  })

  test('keeps to itself what exists in a sandbox only', () => {
    expect(described()).toHaveProperty(['/api/sandbox/clock'])
    const { env } = service.ctx
    const { paths, tags } = describeInterface({ ...env, mode: 'production' }) as {
      paths: object
      tags: object
    }
    expect(paths).not.toHaveProperty(['/api/sandbox/clock'])
    expect(paths).not.toHaveProperty(['/api/sandbox/faucet'])
    expect(JSON.stringify(tags)).not.toMatch(/demonstration|sandbox/i)
  })
})

describe('a document', () => {
  const get = (path: string, document: Parameters<typeof documentRoute>[0], init: RequestInit = {}) => {
    const routes = documentRoute(document, async () => service.ctx)
    const request = new Request(origin + path, init)
    return routes[request.method as 'GET'](request)
  }

  test('may be read from any origin and kept for a while, and is not sent twice', async () => {
    const first = await get('/openapi.json', openApiDocument)
    expect(first.status).toBe(200)
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=300')
    expect(await first.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: origin }] })
    const headers = { 'If-None-Match': first.headers.get('etag')! }
    expect((await get('/openapi.json', openApiDocument, { headers })).status).toBe(304)
    expect((await get('/openapi.json', openApiDocument, { method: 'POST' })).status).toBe(405)
  })

  test('lists what is sold as plain addresses', async () => {
    const answer = await get('/.well-known/x402', paidResources)
    const { version, resources } = (await answer.json()) as { version: number; resources: string[] }
    expect(version).toBe(1)
    const plain = paid.filter(({ path }) => !path.includes('{'))
    expect(resources).toEqual(plain.map(({ path }) => origin + path))
    expect(resources).toEqual(
      expect.arrayContaining([`${origin}/api/v1/spatial/query`, `${origin}/api/v1/bounties`]),
    )
  })

  test('tells a reader that is a program what there is and what it costs', async () => {
    const answer = await get('/llms.txt', llmsText)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const listed = (name: string) => {
      const { path, method } = operations.find((one) => one.name === name)!
      return `- [\`${method} ${path}\`](${origin}/docs/reference/${name}.md)`
    }
    for (const { name } of operations) expect(text).toContain(listed(name))
    expect(text).toContain(`](${origin}/docs/reference.md)`)
    expect(text).toContain(`${listed('queryObservations')} (0.01 USDC)`)
    expect(text).toContain(`${listed('createBounty')} (50.00 to 5000.00 USDC, as you choose)`)
    expect(text).toContain(`${listed('verifyProvenance')} (free)`)
  })

  test('says at its top that a sandbox is a demonstration, and nothing of it in production', async () => {
    const notice =
      'Demonstration: local test chains and test money. Never sign with a wallet that holds real USDC; POST /api/sandbox/faucet gives test money.'
    const textsOf = (mode: 'sandbox' | 'production') => {
      const env = { ...service.ctx.env, mode }
      const { description } = describeInterface(env).info as { description: string }
      return [String(llmsText.write(env, service.ctx)), description]
    }
    for (const text of textsOf('sandbox')) {
      expect(text.slice(0, 500)).toContain(notice)
      for (const { id, rpcUrls } of service.ctx.env.networks)
        expect(text).toContain(`\`${rpcUrls[0]}\` (\`${id}\`)`)
    }
    for (const text of textsOf('production')) expect(text).not.toMatch(/demonstration|sandbox|127\.0\.0\.1/i)
  })
})
