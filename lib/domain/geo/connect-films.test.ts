import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Wallets } from '#lib/domain/geo/claim-confidence'
import { connectFilms } from '#lib/domain/geo/connect-films'

const film = (contributor: string, payer: string): Wallets => ({ contributor, payer })
const wallet = fc.integer({ min: 0, max: 24 }).map((number) => `w${number}`)
const films = fc.array(fc.record<Wallets>({ contributor: wallet, payer: wallet }), { maxLength: 30 })
const nodesOf = (list: readonly Wallets[]) => {
  const { nodeOf } = connectFilms(list)
  return list.map(({ contributor }) => nodeOf(contributor))
}

/** For each film the index of the first one that is connected with it, found by walking over shared wallets. */
function firstConnected(list: readonly Wallets[]): number[] {
  return list.map((start) => {
    const reached = new Set([start.contributor, start.payer])
    for (let size = 0; size !== reached.size; ) {
      size = reached.size
      for (const { contributor, payer } of list)
        if (reached.has(contributor) || reached.has(payer)) reached.add(contributor).add(payer)
    }
    return list.findIndex(({ contributor }) => reached.has(contributor))
  })
}

test('two films share a node exactly if wallets connect them, and the first contributor names it', () => {
  fc.assert(
    fc.property(films, (list) => {
      expect(nodesOf(list)).toEqual(firstConnected(list).map((index) => list[index]!.contributor))
    }),
  )
})

test('contributor and payer of a film share a node; wallets are nodes only if a film here names them', () => {
  fc.assert(
    fc.property(films, (list) => {
      const { nodeOf } = connectFilms(list)
      for (const { contributor, payer } of list) expect(nodeOf(payer)).toBe(nodeOf(contributor))
      expect(nodeOf('stranger')).toBeUndefined()
    }),
  )
})

test('the node at publication is that of the films until then: later ones do not change it', () => {
  fc.assert(
    fc.property(films, (list) => {
      const { whenPublished } = connectFilms(list)
      expect(whenPublished).toEqual(list.map((_, index) => nodesOf(list.slice(0, index + 1)).at(-1)))
    }),
  )
})

test('several bounties of one contributor, several contributors of one payer, and a contributor who pays form one node each', () => {
  expect(nodesOf([film('a', 'p'), film('a', 'q')])).toEqual(['a', 'a'])
  expect(nodesOf([film('a', 'p'), film('b', 'p')])).toEqual(['a', 'a'])
  expect(nodesOf([film('a', 'p'), film('b', 'a')])).toEqual(['a', 'a'])
  expect(nodesOf([film('b', 'a'), film('a', 'p')])).toEqual(['b', 'b'])
  expect(nodesOf([film('a', 'a'), film('b', 'b')])).toEqual(['a', 'b'])
})

test('a film that connects two nodes makes them one, with the name of the older', () => {
  const list = [film('a', 'p'), film('b', 'q'), film('b', 'p')]
  expect(nodesOf(list)).toEqual(['a', 'a', 'a'])
  expect(connectFilms(list).whenPublished).toEqual(['a', 'b', 'a'])
})

test('a film begins a source exactly if neither of its wallets has an earlier film, and otherwise has that of an earlier one', () => {
  fc.assert(
    fc.property(films, (list) => {
      const { sourceOf } = connectFilms(list)
      for (const [index, one] of list.entries()) {
        const earlier = list.slice(0, index)
        const known = earlier.flatMap(({ contributor, payer }) => [contributor, payer])
        if (known.includes(one.contributor) || known.includes(one.payer))
          expect(earlier.map(sourceOf)).toContain(sourceOf(one))
        else expect(sourceOf(one)).toBe(one.contributor)
      }
    }),
  )
})

test('a source has films of one node only', () => {
  fc.assert(
    fc.property(films, (list) => {
      const { nodeOf, sourceOf } = connectFilms(list)
      for (const one of list) expect(nodeOf(sourceOf(one)!)).toBe(nodeOf(one.contributor))
    }),
  )
})

test('films that wallets connect count as one source, unless a film connected two sources only later', () => {
  const sourcesOf = (list: readonly Wallets[]) => list.map(connectFilms(list).sourceOf)
  const [first, second, link] = [film('a', 'p'), film('b', 'q'), film('b', 'p')]
  expect(sourcesOf([first, link, second])).toEqual(['a', 'a', 'a'])
  expect(sourcesOf([first, film('a', 'x'), film('y', 'p'), film('y', 'z')])).toEqual(['a', 'a', 'a', 'a'])
  expect(sourcesOf([first, second, link, film('b', 'new')])).toEqual(['a', 'b', 'a', 'b'])
})

test('the source of a film never changes with later films', () => {
  fc.assert(
    fc.property(films, fc.nat(30), (list, length) => {
      const earlier = list.slice(0, length)
      const [before, after] = [connectFilms(earlier).sourceOf, connectFilms(list).sourceOf]
      expect(earlier.map(after)).toEqual(earlier.map(before))
    }),
  )
})

test('thousands of films in a chain form one node', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => film(`w${index + 1}`, `w${index}`)).reverse()
  expect(new Set(nodesOf(chain)).size).toBe(1)
  expect(new Set(chain.map(connectFilms(chain).sourceOf)).size).toBe(1)
})
