import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { createPublicClient, http } from 'viem'
import { expect, test } from 'vitest'
import { errorText } from '#lib/adapters/chain/error-text'

test('the text of a node error has its reason, but neither call data nor the URL and its key', async () => {
  const node = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    const error = { code: -32000, message: 'insufficient funds for gas * price + value' }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, error }))
  })
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', done))
  const { port } = node.address() as AddressInfo
  try {
    const url = `http://127.0.0.1:${port}/v2/provider-key`
    const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
    const data = `0x${'ab'.repeat(2_000)}` as const
    const failed = await client
      .call({ to: '0x0000000000000000000000000000000000000001', data })
      .catch((e) => e)
    expect(failed.message).toContain(data)
    const text = errorText(failed)
    expect(text).toContain('insufficient funds')
    expect(text).not.toContain('abababab')
    expect(text).not.toContain('provider-key')
  } finally {
    node.closeAllConnections()
    node.close()
  }
})

test('any text becomes one short line without long hex or addresses of servers', () => {
  const text = errorText(
    new Error(`first\n  second https://rpc.example/key 0x${'12'.repeat(500)} ${'x'.repeat(900)}`),
  )
  expect(text).toMatch(/^first second <url> 0x1212121212121212… x+…$/)
  expect(text.length).toBe(301)
  expect(errorText('plain')).toBe('plain')
})

test('the bytes of a custom error leave no control character, which no database would take', () => {
  expect(errorText(new Error('custom error 0x1478b336: \0\0\u0007 \u009f.'))).toBe(
    'custom error 0x1478b336: .',
  )
})

test('the text of a database error has its reason, without the statement and its parameters', () => {
  const reason = new Error('duplicate key value violates unique constraint "upload_pkey"')
  const failed = new DrizzleQueryError('insert into "upload" values ($1)', ['upl_of_somebody'], reason)
  expect(failed.message).toContain('upl_of_somebody')
  expect(errorText(failed)).toBe(reason.message)
})
