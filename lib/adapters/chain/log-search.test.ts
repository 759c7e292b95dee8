import { RpcRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { readForward, searchBack } from '#lib/adapters/chain/log-search'

type Asked = [first: bigint, last: bigint]

/** A provider with one log entry, which accepts a limited number of blocks per request. */
function provider(at: number, allowed: number) {
  const asked: Asked[] = []
  const read = async (first: bigint, last: bigint): Promise<number[]> => {
    if (last - first + 1n > BigInt(allowed))
      throw new RpcRequestError({ body: {}, url: '', error: { code: -32_602, message: 'range too wide' } })
    asked.push([first, last])
    return first <= BigInt(at) && BigInt(at) <= last ? [at] : []
  }
  return { asked, read }
}

describe('a log is searched from its end', () => {
  test.each([10_000, 2_000, 1_999, 800, 500, 10, 1])(
    'a provider that takes %i blocks at a time',
    async (allowed) => {
      const { asked, read } = provider(7, allowed)
      expect(await searchBack({ from: 3, to: 5_000 }, read)).toBe(7)
      // Each block once, without a gap.
      for (const [index, [first]] of asked.slice(0, -1).entries())
        expect(asked[index + 1]![1]).toBe(first - 1n)
      expect(asked[0]![1]).toBe(5_000n)
    },
  )

  test('not beyond where it begins, nor beyond what matters', async () => {
    const { asked, read } = provider(2, 10_000)
    expect(await searchBack({ from: 3, to: 5_000 }, read)).toBeUndefined()
    expect(asked.at(-1)![0]).toBe(3n)
    asked.length = 0
    expect(await searchBack({ from: 0, to: 5_000 }, read, async (first) => first > 3_500n)).toBeUndefined()
    expect(asked.map(([first]) => first)).toEqual([3_001n])
  })

  test('anything but a refusal is no reason to ask for less', async () => {
    let calls = 0
    const read = async () => {
      calls++
      throw new Error('away')
    }
    await expect(searchBack({ from: 0, to: 5_000 }, read)).rejects.toThrow('away')
    expect(calls).toBe(1)
  })
})

describe('a log is read from its beginning', () => {
  test.each([10_000, 2_000, 1_999, 800, 1])('a provider that takes %i blocks at a time', async (allowed) => {
    const { asked, read } = provider(4_999, allowed)
    expect(await readForward({ from: 3, to: 5_000 }, read)).toEqual([4_999])
    // Each block once, without a gap.
    expect(asked[0]![0]).toBe(3n)
    for (const [index, [, last]] of asked.slice(0, -1).entries()) expect(asked[index + 1]![0]).toBe(last + 1n)
    expect(asked.at(-1)![1]).toBe(5_000n)
  })

  test('a refusal of a single block, and anything but a refusal, is an error', async () => {
    await expect(readForward({ from: 0, to: 5_000 }, provider(7, 0).read)).rejects.toThrow('range too wide')
    const away = () => Promise.reject(new Error('away'))
    await expect(readForward({ from: 0, to: 5_000 }, away)).rejects.toThrow('away')
  })
})
