import { afterEach, describe, expect, test, vi } from 'vitest'
import { NotCheckedError } from '#lib/client/fetch-json'
import { findLikeness } from '#lib/client/find-likeness'
import { timesOf, UnreadablePicture } from '#lib/client/picture-of-file'
import { matchInput } from '#lib/schemas/likeness'

const file = new File(['some bytes'], 'secret-name.jpg', { type: 'image/jpeg' })
const hashes = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(254)]
const { signal } = new AbortController()

const requests: { url: string; body: string }[] = []
function answerWith(answer: () => Response) {
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    requests.push({ url, body: init.body })
    return answer()
  })
}
afterEach(() => {
  vi.unstubAllGlobals()
  requests.length = 0
})

const look = (found: () => Uint8Array[] = () => hashes) =>
  findLikeness(file, 'photo', signal, { hash: async () => found() })

describe('a file without a record', () => {
  test('is told the attested files that it looks like', async () => {
    const matches = [{ sha256: 'a'.repeat(64), similarityScore: 93 }]
    answerWith(() => Response.json({ matches }))
    expect(await look()).toEqual({ is: 'alike', matches })
  })

  test('looks like none only when the service says so', async () => {
    answerWith(() => Response.json({ matches: [] }))
    expect(await look()).toEqual({ is: 'none' })
  })

  test.each([
    ['an error', () => Response.json({}, { status: 503 })],
    ['too many requests', () => Response.json({}, { status: 429, headers: { 'retry-after': '7' } })],
    ['an answer that makes no sense', () => Response.json({ matches: [{ sha256: 'x' }] })],
  ])('could not be compared after %s', async (_, answer) => {
    answerWith(answer)
    await expect(look()).rejects.toThrow(NotCheckedError)
  })

  test('is not asked for when it is too uniform or cannot be shown', async () => {
    answerWith(() => Response.json({ matches: [] }))
    expect(await look(() => [])).toEqual({ is: 'uniform' })
    const unreadable = () => {
      throw new UnreadablePicture('not a picture')
    }
    expect(await look(unreadable)).toEqual({ is: 'unreadable' })
    expect(requests).toEqual([])
  })

  test('sends the hashes of the picture in a body, and nothing else of it', async () => {
    answerWith(() => Response.json({ matches: [] }))
    await look()
    const [{ url, body }] = requests as [{ url: string; body: string }]
    expect(url).toBe('/api/matches/byBinding')
    expect(Object.keys(JSON.parse(body))).toEqual(['alg', 'value'])
    expect(matchInput.parse(JSON.parse(body)).value).toEqual(hashes)
    expect(body).not.toContain('secret-name')
  })
})

test('the pictures of a film that are looked at are spread over it, at the times that are stored', () => {
  expect(timesOf(8)).toEqual([0.62, 1.62, 2.62, 3.62, 4.62, 5.62, 6.62, 7.62])
  expect(timesOf(0.4)).toEqual([0.12])
  for (const duration of [0.1, 1, 13.37, 61, 600]) {
    const times = timesOf(duration)
    expect(times.every((time) => time >= 0 && time < duration)).toBe(true)
    expect(times.length).toBeLessThanOrEqual(8)
  }
  expect(timesOf(Number.POSITIVE_INFINITY).at(-1)).toBeLessThan(4)
})
