import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DetailedError, Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { photoRefused } from '#lib/domain/film/media-type'
import { ApiRefusal } from './api-refusal.ts'
import { isAtLimit, isPassing, isRefused, keepUnlessGone, problemOf } from './film-upload.ts'

/** Resumes an upload whose offset request is answered with this status. */
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
    endpoint,
    uploadUrl: `${endpoint}upl_1`,
    retryDelays: null,
    onAfterResponse: keepUnlessGone,
    onError: (error) => resolve(error as DetailedError),
  })
  upload.start()
  const error = await promise
  await new Promise((closed) => server.close(closed))
  return { asked, url: upload.url, cause: error.causingError }
}

test.each([401, 429, 500, 503])(
  'an upload whose offset request fails with %i is not restarted',
  async (status) => {
    const { asked, url, cause } = await goOn(status)
    expect(asked).toEqual(['HEAD'])
    expect(url).toMatch(/upl_1$/)
    expect(cause).toBeInstanceOf(ApiRefusal)
    expect(cause).toMatchObject({ status })
  },
)

test('a signed-out contributor is told to sign in, and that the upload is retained', async () => {
  const { cause } = await goOn(401)
  expect(cause!.message).toMatch(/Sign in again .* to continue/)
})

test.each([404, 410])('an upload that no longer exists is restarted (%i)', async (status) => {
  expect((await goOn(status)).asked).toEqual(['HEAD', 'POST'])
})

test('a contributor at a limit is told at once which one, and when it ends', async () => {
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

/** The error of an upload whose first request is answered like this. */
async function refusedWith(status: number, message: string, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => {
    const body = JSON.stringify({ error: 'x', message, field: 'Upload-Metadata', request_id: 'r' })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { promise, resolve } = Promise.withResolvers<Error>()
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  new Upload(Buffer.from('film'), { endpoint, retryDelays: null, onError: resolve }).start()
  const error = await promise
  await new Promise((closed) => server.close(closed))
  return error
}

test.each([
  [400, true],
  [413, true],
  [415, true],
  [401, false],
  [429, false],
  [409, false],
  [503, false],
])('after %i the same file can never be taken: %s', async (status, expected) => {
  expect(isRefused(await refusedWith(status, 'Upload-Metadata: no.'))).toBe(expected)
})

test('a photograph that only the server noticed is refused in the same words as in the browser', async () => {
  const error = await refusedWith(415, `Upload-Metadata: ${photoRefused}`)
  expect(problemOf(error)).toBe(photoRefused)
})

test('at the limit of uploads the page says what to do there, without the names of operations; other limits stay as they are', async () => {
  const message = 'You have 5 uploads, together 2405771 bytes. Discard one with DELETE.'
  const staged = await refusedWith(429, message, { 'ratelimit-policy': '"wallet-staged-uploads";q=5' })
  expect([isAtLimit(staged), isRefused(staged)]).toEqual([true, false])
  expect(problemOf(staged)).toMatch(/Discard one below\.$/)
  expect(problemOf(staged)).not.toMatch(/bytes|DELETE/)
  const daily = await refusedWith(429, message, { 'ratelimit-policy': '"wallet-bytes";q=20;w=86400' })
  expect(isAtLimit(daily)).toBe(false)
  expect(problemOf(daily)).toContain('together 2.4 MB.')
})
