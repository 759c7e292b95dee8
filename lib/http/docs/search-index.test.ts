import { describe, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { searchIndex } from '#lib/http/docs/search-index'
import { namesOfSections } from '#lib/http/docs/search-names'
import { openSearch } from '#lib/schemas/reference/search'
import { unchainedSettings } from '#testing/unchained-settings'

const sandbox = parseEnv({ ...unchainedSettings('postgres://unused'), CAIRN_MODE: 'sandbox' })
const entries = searchIndex(sandbox)
const find = openSearch(entries)
const hrefsFor = (question: string, most = 8) => find(question, most).hits.map(({ href }) => href)

describe('a plain question is answered by a section in the first two hits', () => {
  test.each([
    ['what happens to my money if no film comes', '/docs/glossary#bounty'],
    ['money back', '/docs/glossary#refund'],
    ['how do I get my money back', '/docs/glossary#refund'],
    ['refund', '/docs/payment#what-we-promise'],
    ['refunds', '/docs/glossary#refund'],
    ['no film comes', '/docs/glossary#bounty'],
    ['what if nobody films', '/docs#commission-a-capture'],
    ['cancel', '/docs#commission-a-capture'],
    ['what happens if the deadline passes', '/docs/glossary#deadline'],
    ['how much does it cost', '/docs/payment#what-it-costs'],
    ['price', '/docs/payment#what-it-costs'],
    ['is it free', '/docs#check-a-file-for-free'],
    ['is my photo uploaded', '/docs/privacy#files'],
    ['how do I check a photo', '/docs#check-a-file-for-free'],
    ['is this picture real', '/docs#check-a-file-for-free'],
    ['how do I get paid for my film', '/docs/glossary#contributor'],
    ['who sees my address', '/docs/privacy#people'],
    ['delete my data', '/docs/privacy#what-cannot-be-deleted'],
    ['I lost my key', '/docs/payment#when-an-answer-or-a-token-is-lost'],
    ['what is a bounty', '/docs/glossary#bounty'],
    ['what is USDC?', '/docs/glossary#usdc'],
    ['report a bug', '/docs/security'],
    ['api key', '/docs/enterprise#your-key'],
    ['test money', '/docs#pay'],
  ])('%s', (question, href) => {
    expect(hrefsFor(question, 2)).toContain(href)
  })
})

describe('what callers type is found first', () => {
  test.each([
    ['settlement_pending', '/docs/errors#settlement_pending'],
    ['settlement', '/docs/errors#settlement_pending'],
    ['payment_required', '/docs/errors#payment_required'],
    ['payment required', '/docs/errors#payment_required'],
    ['not found', '/docs/errors#not_found'],
    ['402', '/docs/errors#payment_required'],
    ['payment', '/docs/payment'],
    ['privacy', '/docs/privacy'],
    ['lost answer', '/docs/payment#when-an-answer-or-a-token-is-lost'],
    ['verifyProvenance', '/docs/reference/verifyProvenance'],
    ['verifyprov', '/docs/reference/verifyProvenance'],
    ['createBounty', '/docs/reference/createBounty'],
    ['create bounty', '/docs/reference/createBounty'],
    ['radius_m', '/docs/reference/queryObservations'],
    ['alerts', '/docs/operations#alerts'],
    ['METRICS_HOST', '/docs/operations#health-and-figures'],
  ])('%s', (question, href) => {
    expect(hrefsFor(question)[0]).toBe(href)
  })

  test('by the status of several errors', () => {
    expect(hrefsFor('503', 2)).toEqual(
      expect.arrayContaining(['/docs/errors#unavailable', '/docs/errors#settlement_pending']),
    )
  })

  test.each([
    ['payement', '/docs/payment'],
    ['settlment pending', '/docs/errors#settlement_pending'],
    ['webhok', '/docs/webhooks'],
    ['recipt', '/docs/glossary#receipt'],
  ])('misspelt: %s', (question, href) => {
    expect(hrefsFor(question, 2)).toContain(href)
  })
})

test.each(['refund', 'price', 'photo', 'deadline', 'my film', 'privacy of places', 'money for a film'])(
  'guides come before the reference and the operators’ guide: %s',
  (question) => {
    const found = hrefsFor(question, 5)
    expect(found).toHaveLength(5)
    for (const href of found) expect(href).not.toMatch(/^\/docs\/(reference\/|operations)/)
  },
)

test('an entry that lacks some of the words is found, and said to lack them', () => {
  expect(find('merkle nonsense', 8)).toMatchObject({ hasAllWords: false })
  expect(hrefsFor('merkle nonsense')).toContain('/docs/glossary#merkle-proof')
  expect(find('merkle proof', 8).hasAllWords).toBe(true)
  expect(hrefsFor('qqqqqqqqqqqqqq')).toEqual([])
})

test('an operation shows its summary, also if it was found by one of its names', () => {
  const [operation] = find('radius_m', 1).hits
  expect(operation!.line).toMatch(/^[A-Z]/)
  expect(operation!.line).not.toContain('_')
})

test('words of people are only for entries that there are, and the index stays small', () => {
  const hrefs = entries.map(({ href }) => href)
  expect(hrefs).toEqual(expect.arrayContaining(Object.keys(namesOfSections)))
  expect(new Set(hrefs).size).toBe(hrefs.length)
  expect(JSON.stringify(entries).length).toBeLessThan(130_000)
})
