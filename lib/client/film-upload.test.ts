import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DetailedError, Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { ApiRefusal } from './call-api.ts'
import { isPassing, keepUnlessGone, problemOf } from './film-upload.ts'

/** Goes on with an upload whose offset a server answers with this status. */
async function goOn(status: number) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.method!)
    response.writeHead(request.method === 'HEAD' ? status : 500).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { promise, resolve } = Promise.withResolvers<DetailedError>()
  const upload = new Upload(Buffer.from('film'), {
    ...{ endpoint, uploadUrl: `${endpoint}upl_1`, retryDelays: null, onAfterResponse: keepUnlessGone },
    onError: (error) => resolve(error as DetailedError),
  })
  upload.start()
  const error = await promise
  await new Promise((closed) => server.close(closed))
  return { asked, url: upload.url, cause: error.causingError }
}

test.each([401, 429, 500, 503])(
  'an upload whose offset is refused with %i is not begun anew',
  async (status) => {
    const { asked, url, cause } = await goOn(status)
    expect(asked).toEqual(['HEAD'])
    expect(url).toMatch(/upl_1$/)
    expect(cause).toBeInstanceOf(ApiRefusal)
    expect(cause).toMatchObject({ status })
  },
)

test('who is signed out is told to sign in, and that nothing is lost', async () => {
  const { cause } = await goOn(401)
  expect(cause!.message).toMatch(/Sign in again .* go on where it stopped/)
})

test.each([404, 410])('one that is gone is begun anew (%i)', async (status) => {
  expect((await goOn(status)).asked).toEqual(['HEAD', 'POST'])
})

test('who is at a limit is told which one and when it ends, and is not kept waiting', async () => {
  const message = 'One wallet may upload 20 bytes a day, and this upload would be more. Try again in 7200 s.'
  const server = createServer((_, response) => {
    const body = JSON.stringify({ error: 'rate_limited', message, request_id: 'r' })
    response.writeHead(429, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { promise, resolve } = Promise.withResolvers<Error>()
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const options = { endpoint, retryDelays: null, onAfterResponse: keepUnlessGone, onError: resolve }
  new Upload(Buffer.from('film'), options).start()
  const error = await promise
  await new Promise((closed) => server.close(closed))
  expect(isPassing(error)).toBe(false)
  expect(problemOf(error)).toContain(message)
})
