import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOf, rememberTargets } from '#lib/http/request-target'

/** Answers the query it finds, after it has written the URL anew as the framework does. */
const server = createServer(async (incoming, outgoing) => {
  const url = new URL('http://cairn.test/path')
  url.search = new URLSearchParams(URL.parse(incoming.url!, url)?.search).toString()
  await nextTurn()
  outgoing.end(queryOf(new Request(url)))
})
let port: number

beforeAll(async () => {
  rememberTargets()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function queryFound(path: string): Promise<string> {
  return new Promise((done, fail) => {
    const sent = send({ host: '127.0.0.1', port, path }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.once('end', () => done(text))
    })
    sent.once('error', fail).end()
  })
}

test.each(['?b=%20', '?b=+', '?x', '?a=%2b&a=~', '?a=b?c', ''])(
  'the query %s is found as it came',
  async (query) => {
    expect(await queryFound(`/path${query}`)).toBe(query)
  },
)

test('requests at the same time do not see each other', async () => {
  const queries = Array.from({ length: 50 }, (_, index) => `?b=%20${index}`)
  expect(await Promise.all(queries.map((query) => queryFound(`/path${query}`)))).toEqual(queries)
})

test('outside of a server the request itself is asked', () => {
  expect(queryOf(new Request('http://cairn.test/path?b=%20'))).toBe('?b=%20')
})
