import { expect, test } from 'vitest'
import type { FoundAnything, LookedPlace } from '#lib/schemas/operator-find'
import { readCompleted, readWho } from './read-who.ts'

const wallet = `0x${'ab'.repeat(20)}`
const hash = `0x${'cd'.repeat(32)}`

test('a wallet and a hash filter the list, and other ids belong into the search', () => {
  expect(readWho(wallet)).toEqual({ filters: { payer: wallet, reference: '' } })
  expect(readWho(hash)).toEqual({ filters: { payer: '', reference: hash } })
  expect(readWho('')).toEqual({ filters: { payer: '', reference: '' } })
  expect(readWho('0xabab…abab')).toEqual({ shortened: '0xabab…abab' })
  expect(readWho('pier')).toEqual({ problem: expect.stringContaining('search above') })
  expect(readWho(`bty_${'0'.repeat(32)}`)).toEqual({ problem: expect.stringContaining('search above') })
})

test('a shortened id filters the list if there is one such id, and no failed search is called none', () => {
  const answer = (of: Partial<FoundAnything>): FoundAnything => ({
    id: '0xabababab',
    form: 'shortened',
    reason: null,
    places: [],
    has_more: false,
    ...of,
  })
  const place = (outcome: LookedPlace['outcome'], found: LookedPlace['found'] = []) => ({
    place: 'payments',
    outcome,
    found,
  })
  expect(readCompleted(answer({ id: wallet }))).toEqual({ filters: { payer: wallet, reference: '' } })
  expect(readCompleted(answer({ places: [place('nothing'), place('needs_whole_id')] }))).toEqual({
    problem: expect.stringMatching(/^No wallet/),
  })
  const found = { kind: 'payment', id: '1', text: 'Payment 1', at: null, href: null }
  for (const several of [{ places: [place('found', [found])] }, { has_more: true }])
    expect(readCompleted(answer(several))).toEqual({ problem: expect.stringMatching(/^More than one/) })
  expect(readCompleted(answer({ places: [place('could_not_look')] }))).toEqual({
    problem: expect.stringMatching(/^Could not search/),
  })
})

test.each([`cairn_bounty_${'t'.repeat(43)}`, `cairn_${'k'.repeat(40)}`, 'whsec_abc'])(
  'a secret such as %s gets into no address',
  (secret) => {
    expect(readWho(secret)).toEqual({ problem: expect.stringMatching(/looks like a secret/) })
  },
)
