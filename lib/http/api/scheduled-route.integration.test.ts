import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Context } from '#lib/adapters/context'
import { scheduledRoute } from '#lib/http/api/scheduled-route'
import { expireBounties } from '#lib/operations/bounties'
import { defineScheduled } from '#lib/operations/define-operation'
import { errorBody } from '#lib/schemas/x402'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'

const secret = 'a secret of the scheduler, with spaces: 32+'
const lines: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  }),
)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => void lines.splice(0))

function open(cronSecret: string | undefined = secret): () => Promise<Context> {
  const limits = { signIn: 0, trustedProxies: [] }
  const env = { cronSecret, limits }
  return async () => ({ env, log, db: database.db, sql: database.sql }) as unknown as Context
}

let runs = 0
const counting = defineScheduled({
  name: 'count',
  path: '/api/cron/count',
  output: z.object({ runs: z.int() }),
  run: async () => ({ runs: ++runs }),
})

const ask = (authorization?: string, method = 'POST') =>
  new Request('http://localhost:3000/api/cron/count', {
    method,
    headers: authorization === undefined ? {} : { authorization },
  })

describe('a scheduled route', () => {
  test.each(['POST', 'GET'] as const)('runs on %s with the secret, and is kept nowhere', async (method) => {
    const before = runs
    const answer = await scheduledRoute(counting, open())[method](ask(`Bearer ${secret}`, method))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ runs: before + 1 })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  test.each([
    ['nothing', undefined],
    ['an empty secret', 'Bearer '],
    ['a wrong one', `Bearer ${'x'.repeat(secret.length)}`],
    ['its beginning', `Bearer ${secret.slice(0, -1)}`],
    ['more than it', `Bearer ${secret}x`],
    ['it without the scheme', secret],
    ['it in another scheme', `Basic ${secret}`],
    ['the word undefined', 'Bearer undefined'],
  ])('refuses %s and runs nothing', async (_, authorization) => {
    const before = runs
    for (const method of ['POST', 'GET'] as const) {
      const answer = await scheduledRoute(counting, open())[method](ask(authorization, method))
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(errorBody.parse(await answer.json())).toMatchObject({ error: 'unauthorized' })
    }
    expect(runs).toBe(before)
  })

  test.each([undefined, 'Bearer ', 'Bearer undefined', `Bearer ${secret}`])(
    'refuses everybody while no secret is set, alike: %s',
    async (authorization) => {
      const before = runs
      const unset = async () => {
        const ctx = await open()()
        return { ...ctx, env: { ...ctx.env, cronSecret: undefined } }
      }
      const answer = await scheduledRoute(counting, unset).POST(ask(authorization))
      const wrong = await scheduledRoute(counting, open()).POST(ask('Bearer wrong'))
      expect(answer.status).toBe(401)
      expect((await answer.json()).message).toBe((await wrong.json()).message)
      expect(runs).toBe(before)
    },
  )

  test.each(['HEAD', 'PUT', 'PATCH', 'DELETE'] as const)('%s runs nothing: 405', async (method) => {
    const before = runs
    const answer = await scheduledRoute(counting, open())[method](ask(`Bearer ${secret}`, method))
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, POST, OPTIONS')
    expect(runs).toBe(before)
  })

  test('answers a failure in the shape of every refusal; neither answer nor log repeats the secret', async () => {
    const failing = defineScheduled({
      ...counting,
      run: async () => {
        throw new Error(`the database said no to ${'x'.repeat(10)}`)
      },
    })
    const answer = await scheduledRoute(failing, open()).POST(ask(`Bearer ${secret}`))
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(errorBody.parse(JSON.parse(text))).toMatchObject({ error: 'internal' })
    expect(lines).toHaveLength(1)
    expect(text + lines.join('')).not.toContain(secret)
    await scheduledRoute(counting, open()).POST(ask('Bearer a wrong secret'))
    expect(lines.join('')).not.toContain('a wrong secret')
  })
})

describe('POST /api/cron/expire-bounties', () => {
  const past = new Date(Date.now() - 60_000)
  const call = () => scheduledRoute(expireBounties, open()).POST(ask(`Bearer ${secret}`))
  const stateOf = async (bountyId: string) => {
    const [row] = await database.sql`select state from bounty where bounty_id = ${bountyId}`
    return row?.state as string
  }

  test('called many times at once, each due bounty is expired and counted once, and no other', {
    tags: 'thorough',
  }, async () => {
    const due = await Promise.all(
      Array.from({ length: 130 }, () => insertBounty(database.db, 'open', { deadline: past })),
    )
    const others = await Promise.all([
      insertBounty(database.db, 'open', { deadline: new Date(Date.now() + 60_000) }),
      insertBounty(database.db, 'accepting', { deadline: past }),
      insertBounty(database.db, 'cancelling', { deadline: past }),
      insertBounty(database.db, 'paid', { deadline: past }),
    ])
    const answers = await Promise.all([call(), call(), call(), call()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { expired: number }[]
    let expired = bodies.reduce((sum, body) => sum + body.expired, 0)
    // A call that finds others working on its batch leaves the rest to them and reports `more`.
    for (;;) {
      const body = (await (await call()).json()) as { expired: number; more: boolean }
      expired += body.expired
      if (!body.more) break
    }
    expect(expired).toBe(due.length)
    expect(new Set(await Promise.all(due.map((row) => stateOf(row.bountyId))))).toEqual(new Set(['expired']))
    expect(await Promise.all(others.map((row) => stateOf(row.bountyId)))).toEqual(
      others.map((row) => row.state),
    )
    const [events] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from event where name = 'expire'`
    expect(events?.count).toBe(due.length)
    expect(await (await call()).json()).toEqual({ expired: 0, more: false })
  })
})
