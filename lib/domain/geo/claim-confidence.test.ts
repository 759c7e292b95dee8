import { expect, test } from 'vitest'
import { claimOrigins } from '#lib/domain/film/match-claims'
import { type Claim, confidenceOf, isTrusted } from '#lib/domain/geo/claim-confidence'

const wallets = { contributor: '0xa', payer: '0xb' }
const of = (claim: Partial<Claim>) => confidenceOf({ origin: 'declared', isChecked: true, wallets, ...claim })

test('is what is published, by who brought an observation and by the origin of its claims', () => {
  const checked = claimOrigins.map((origin) => [of({ origin }), of({ origin, wallets: null })])
  expect(checked).toEqual([
    [0.2, 0.4],
    [0.4, 0.6],
    [1, 1],
  ])
  for (const origin of claimOrigins)
    for (const one of [wallets, null])
      expect(of({ origin, wallets: one, isChecked: false })).toBe(of({ origin, wallets: one }) / 2)
})

test('a better origin and a passed check always raise it, and a contributor is never relied on more than the operator', () => {
  for (const isChecked of [true, false])
    for (const one of [wallets, null]) {
      const rising = claimOrigins.map((origin) => of({ origin, isChecked, wallets: one }))
      expect(new Set(rising).size).toBe(3)
      expect(rising).toEqual(rising.toSorted((a, b) => a - b))
      for (const origin of claimOrigins) {
        expect(of({ origin, wallets: one })).toBeGreaterThan(of({ origin, wallets: one, isChecked: false }))
        expect(of({ origin, isChecked, wallets: null })).toBeGreaterThanOrEqual(of({ origin, isChecked }))
      }
    }
})

test('only checked credentials are trusted, from anyone', () => {
  for (const origin of claimOrigins)
    for (const isChecked of [true, false])
      for (const one of [wallets, null])
        expect(isTrusted({ origin, isChecked, wallets: one })).toBe(origin === 'credentials' && isChecked)
})
