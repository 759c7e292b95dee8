import { describe, expect, test } from 'vitest'
import { NotCheckedError } from '#lib/client/fetch-json'
import { CloserLook, type CloserTools, type Clues } from '#lib/client/look-closer'
import { noCredentials } from '#lib/domain/proof/credentials'

const file = (name: string) => new File([name], name)
const hashes = [new Uint8Array(32)]
const match = { sha256: 'a'.repeat(64), similarityScore: 97 }

/** Looks closer at all files and returns what was found of each, in their order. */
async function look(names: string[], tools: Partial<CloserTools>): Promise<Clues[]> {
  const found = new Map<number, Clues>()
  const closer = new CloserLook(
    {
      readCredentials: async () => noCredentials,
      hashPicture: async () => hashes,
      isDamaged: async () => false,
      isOtherContent: async () => false,
      findAlike: async () => [],
      wait: async () => undefined,
      ...tools,
    },
    (id, clues) => found.set(id, clues),
  )
  for (const [id, name] of names.entries()) closer.add(id, file(name))
  await expect.poll(() => [...found.values()].every(({ isOver }) => isOver)).toBe(true)
  return names.map((_, id) => found.get(id)!)
}

describe('a closer look at files without a record', () => {
  test('finds changed credentials, damage, and the attested capture that a file looks like', async () => {
    const clues = await look(['signed', 'damaged', 'copy', 'grey', 'text'], {
      readCredentials: async ({ name }) =>
        name === 'signed' ? { ...noCredentials, state: 'does_not_match' } : undefined,
      hashPicture: async ({ name }) =>
        name === 'damaged'
          ? 'unreadable'
          : name === 'text'
            ? 'no_picture'
            : name === 'grey'
              ? []
              : [new Uint8Array([name === 'copy' ? 1 : 0])],
      findAlike: async ([hash]) => (hash![0] === 1 ? [match] : []),
    })
    expect(clues).toEqual([
      { isOver: true, credentials: 'does_not_match', picture: 'readable', likeness: 'none' },
      { isOver: true, credentials: 'unsupported', picture: 'unreadable', likeness: 'not_comparable' },
      {
        isOver: true,
        credentials: 'unsupported',
        picture: 'readable',
        likeness: 'alike',
        similarTo: match.sha256,
      },
      { isOver: true, credentials: 'unsupported', picture: 'readable', likeness: 'not_comparable' },
      { isOver: true, credentials: 'unsupported', picture: 'no_picture' },
    ])
  })

  test('tells a file that holds text from a damaged picture, and does not decode it', async () => {
    const decoded: string[] = []
    const clues = await look(['text.jpg', 'photo.jpg'], {
      isOtherContent: async ({ name }) => name === 'text.jpg',
      hashPicture: async ({ name }) => {
        decoded.push(name)
        return 'unreadable'
      },
    })
    expect(decoded).toEqual(['photo.jpg'])
    expect(clues[0]).toEqual({
      isOver: true,
      credentials: 'none',
      isOtherContent: true,
      picture: 'no_picture',
    })
  })

  test('tells a film that is cut off, also if its beginning can be compared', async () => {
    const clues = await look(['cut.mp4', 'zeros.mov', 'gone.mp4'], {
      isDamaged: async ({ name }) => {
        if (name === 'gone.mp4') throw new Error('the file is gone')
        return true
      },
      hashPicture: async ({ name }) => (name === 'zeros.mov' ? 'unreadable' : hashes),
    })
    const credentials = noCredentials.state
    expect(clues).toEqual([
      { isOver: true, credentials, isDamaged: true, picture: 'readable', likeness: 'none' },
      { isOver: true, credentials, isDamaged: true, picture: 'unreadable', likeness: 'not_comparable' },
      { isOver: true, credentials, picture: 'readable', likeness: 'none' },
    ])
  })

  test('waits for the free limit of the service, and then asks again', async () => {
    const waited: number[] = []
    let refusals = 2
    const clues = await look(['a', 'b'], {
      findAlike: async () => {
        if (refusals-- > 0) throw new NotCheckedError('too many', { retryAfterSeconds: 7 })
        return [match]
      },
      wait: async (ms) => void waited.push(ms),
    })
    expect(waited).toEqual([7_000, 7_000])
    expect(clues.map(({ likeness }) => likeness)).toEqual(['alike', 'alike'])
  })

  test('makes no claim about pictures that were not compared, and does not ask a failing service for each file', async () => {
    let asked = 0
    const clues = await look(['a', 'b', 'c', 'd', 'e'], {
      findAlike: async () => {
        asked++
        throw new NotCheckedError('This service could not be reached.')
      },
    })
    expect(asked).toBe(3)
    for (const one of clues) expect(one).toEqual({ isOver: true, credentials: 'none', picture: 'readable' })
  })

  test('says nothing about a part that could not be read here', async () => {
    const fail = async () => Promise.reject(new Error('the worker could not start'))
    expect(await look(['a'], { readCredentials: fail, hashPicture: fail })).toEqual([{ isOver: true }])
  })

  test('ends when it is stopped, with what was found until then, and can begin again', async () => {
    const found = new Map<number, Clues>()
    const asked: number[] = []
    let isStuck = true
    const closer = new CloserLook(
      {
        readCredentials: async () => noCredentials,
        isDamaged: async () => false,
        isOtherContent: async () => false,
        hashPicture: async () => hashes,
        findAlike: (_, signal) =>
          new Promise((resolve, reject) => {
            asked.push(1)
            if (!isStuck) return resolve([match])
            signal.addEventListener('abort', () => reject(signal.reason))
          }),
        wait: async () => undefined,
      },
      (id, clues) => found.set(id, clues),
    )
    closer.add(0, file('a'))
    await expect.poll(() => asked).toHaveLength(1)
    closer.stop()
    expect(found.get(0)).toEqual({ isOver: true, credentials: 'none', picture: 'readable' })
    isStuck = false
    closer.add(1, file('b'))
    await expect.poll(() => found.get(1)).toMatchObject({ isOver: true, likeness: 'alike' })
    expect(found.get(0)).not.toHaveProperty('likeness')
  })
})
