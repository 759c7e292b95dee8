import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const program = join(import.meta.dirname, 'check-health.ts')
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url!)
  response.writeHead(503).end()
})
afterEach(() => new Promise((done) => server.close(done)))

const listen = () =>
  new Promise<number>((done) =>
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
  )

/** @returns the exit status */
const check = (role: string, variables: Record<string, string>) =>
  new Promise<number>((done) => {
    const env = { ...variables, NODE_ENV: 'test' as const }
    execFile(process.execPath, [program, role], { env }, (error) => done(error ? Number(error.code) : 0))
  })

test('a process that answers is healthy, also while the database is unreachable; a silent one is unhealthy', async () => {
  const port = String(await listen())
  expect(await check('web', { PORT: port })).toBe(0)
  expect(await check('worker', { METRICS_WORKER_PORT: port })).toBe(0)
  expect(asked).toEqual(['/api/health', '/metrics'])
  await new Promise((done) => server.close(done))
  expect(await check('web', { PORT: port })).toBe(1)
})

test('a missing port or an unknown role is wrong use: status 2', { tags: 'thorough' }, async () => {
  expect(await check('worker', {})).toBe(2)
  expect(await check('other', { PORT: '1' })).toBe(2)
})
