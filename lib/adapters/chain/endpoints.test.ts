import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAlreadyThere } from '#lib/adapters/chain/already-there'
import { createEndpoints, hedge, type Send } from '#lib/adapters/chain/endpoints'

const url = 'http://node.test'
type Behaviour = { after: number; answer?: unknown; error?: Error } | 'silent'

const answers = (answer: unknown, after = 5): Behaviour => ({ after, answer })
const fails = (error: Error, after = 5): Behaviour => ({ after, error })
const refusedConnection = new HttpRequestError({ url, cause: new Error('ECONNREFUSED') })
const nodeSays = (code: number, message: string) =>
  new RpcRequestError({ body: {}, error: { code, message }, url })

let avoided: string[]

/** Endpoints `a`, `b`, … that behave as told; `behave` changes it. */
function openFixture(...first: Behaviour[]) {
  const behaviours = [...first]
  const asked: string[][] = first.map(() => [])
  const hosts = first.map((_, index) => String.fromCharCode(97 + index))
  const endpoints = createEndpoints(
    hosts.map((host) => `http://${host}`),
    (host) => avoided.push(host),
  )
  const sends = first.map(
    (_, index): Send =>
      ({ method }) => {
        asked[index]!.push(method)
        const behaviour = behaviours[index]!
        if (behaviour === 'silent') return new Promise(() => {})
        return new Promise((resolve, reject) => {
          const { after, answer, error } = behaviour
          setTimeout(() => (error ? reject(error) : resolve(answer)), after)
        })
      },
  )
  const ask = hedge({ endpoints, sends, hedgeMs: 400, deadlineMs: () => 5_000, isAnswer: isAlreadyThere })
  return {
    asked,
    behave: (index: number, behaviour: Behaviour) => {
      behaviours[index] = behaviour
    },
    /** The outcome of a request, and its duration. */
    request: async (method = 'eth_call') => {
      const begun = performance.now()
      return ask({ method }).then(
        (answer) => ({ answer, afterMs: performance.now() - begun }),
        (error: unknown) => ({ error, afterMs: performance.now() - begun }),
      )
    },
  }
}

async function during<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  await vi.advanceTimersByTimeAsync(ms)
  return work
}

beforeEach(() => {
  vi.useFakeTimers()
  avoided = []
})
afterEach(() => vi.useRealTimers())

describe('a silent endpoint', () => {
  test('delays one request by one short wait, and then gets no requests', async () => {
    const fixture = openFixture('silent', answers('b'))
    expect(await during(1_000, fixture.request())).toEqual({ answer: 'b', afterMs: 405 })
    for (let nth = 0; nth < 20; nth++)
      expect(await during(100, fixture.request())).toEqual({ answer: 'b', afterMs: 5 })
    expect(fixture.asked[0]).toEqual(['eth_call'])
    expect(avoided).toEqual(['a'])
  })

  test('delays nobody who comes while the first still waits', async () => {
    const fixture = openFixture('silent', answers('b', 300))
    const first = fixture.request()
    await vi.advanceTimersByTimeAsync(450)
    expect(await during(300, fixture.request())).toEqual({ answer: 'b', afterMs: 300 })
    expect(await first).toEqual({ answer: 'b', afterMs: 700 })
    expect(fixture.asked[0]).toHaveLength(1)
  })

  test('is tried again later, beside what callers ask: after 10 s, then 20 s, and used once it answers', async () => {
    const fixture = openFixture('silent', answers('b'))
    await during(1_000, fixture.request())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await during(1_000, fixture.request())).toEqual({ answer: 'b', afterMs: 5 })
    expect(fixture.asked[0]).toEqual(['eth_call', 'eth_chainId'])
    await vi.advanceTimersByTimeAsync(15_000)
    await during(1_000, fixture.request())
    expect(fixture.asked[0]).toHaveLength(2)
    fixture.behave(0, answers('a'))
    await vi.advanceTimersByTimeAsync(5_000)
    await during(1_000, fixture.request())
    expect(fixture.asked[0]).toEqual(['eth_call', 'eth_chainId', 'eth_chainId'])
    // The very first request is still open, and counts against the endpoint until it ends.
    expect(await during(1_000, fixture.request())).toMatchObject({ answer: 'b' })
  })

  test('counts once for all requests that it delayed at the same time', async () => {
    const fixture = openFixture('silent', answers('b'))
    const all = await during(1_000, Promise.all(Array.from({ length: 50 }, () => fixture.request())))
    expect(all.every(({ afterMs }) => afterMs === 405)).toBe(true)
    expect(avoided).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(10_000)
    await during(1_000, fixture.request())
    expect(fixture.asked[0]!.at(-1)).toBe('eth_chainId')
  })

  test('is left by those who come when it went silent for a while, and taken back', async () => {
    const fixture = openFixture(answers('a', 2_000), answers('b'))
    expect(await during(3_000, fixture.request())).toEqual({ answer: 'b', afterMs: 405 })
    fixture.behave(0, answers('a'))
    expect(await during(100, fixture.request())).toMatchObject({ answer: 'b' })
    await vi.advanceTimersByTimeAsync(10_000)
    await during(100, fixture.request())
    expect(await during(100, fixture.request())).toEqual({ answer: 'a', afterMs: 5 })
  })

  test('among silent ones only: the request fails within its deadline, and says so', async () => {
    const fixture = openFixture('silent', 'silent', 'silent')
    const { error, afterMs } = (await during(6_000, fixture.request())) as { error: Error; afterMs: number }
    expect(error).toBeInstanceOf(TimeoutError)
    expect(afterMs).toBe(5_000)
    expect(fixture.asked.map((requests) => requests.length)).toEqual([1, 1, 1])
    fixture.behave(2, answers('c'))
    expect(await during(2_000, fixture.request())).toEqual({ answer: 'c', afterMs: 805 })
  })

  test('alone is asked again each time', async () => {
    const fixture = openFixture('silent')
    await during(6_000, fixture.request())
    fixture.behave(0, answers('a'))
    expect(await during(100, fixture.request())).toEqual({ answer: 'a', afterMs: 5 })
    expect(avoided).toEqual([])
  })
})

describe('an endpoint that fails', () => {
  test('is left at once, and not asked by the next', async () => {
    const fixture = openFixture(fails(refusedConnection), answers('b'))
    expect(await during(100, fixture.request())).toEqual({ answer: 'b', afterMs: 10 })
    expect(await during(100, fixture.request())).toEqual({ answer: 'b', afterMs: 5 })
    expect(fixture.asked[0]).toHaveLength(1)
  })

  test('alone, or with all others, is asked once more', async () => {
    const fixture = openFixture(fails(refusedConnection), fails(refusedConnection))
    const failed = await during(1_000, fixture.request())
    expect(failed).toEqual({ error: refusedConnection, afterMs: 170 })
  })

  test('by a refusal of this very request is not avoided, and its words are kept', async () => {
    const tooMany = nodeSays(-32_005, 'query returned more than 10000 results')
    const fixture = openFixture(fails(tooMany), 'silent')
    const failed = await during(6_000, fixture.request('eth_getLogs'))
    expect(failed).toEqual({ error: tooMany, afterMs: 5_000 })
    // From then on no request waits for the silent endpoint.
    expect(await during(1_000, fixture.request('eth_getLogs'))).toEqual({ error: tooMany, afterMs: 405 })
    expect(avoided).toEqual(['b'])
  })
})

describe('what a node says', () => {
  test('of a call that reverts is believed at once', async () => {
    const reverts = nodeSays(3, 'execution reverted: not yours')
    const fixture = openFixture(fails(reverts), answers('b'))
    expect(await during(100, fixture.request())).toEqual({ error: reverts, afterMs: 5 })
    expect(fixture.asked[1]).toEqual([])
  })

  test('of bytes that it has already is an answer, while the first endpoint is silent', async () => {
    const known = nodeSays(-32_000, 'already known')
    const fixture = openFixture('silent', fails(known), answers('c'))
    expect(await during(1_000, fixture.request('eth_sendRawTransaction'))).toEqual({
      error: known,
      afterMs: 405,
    })
    expect(fixture.asked[2]).toEqual([])
  })
})
