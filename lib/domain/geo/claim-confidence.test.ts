import { expect, test } from 'vitest'
import { claimOrigins } from '#lib/domain/film/match-claims'
import { type Claim, confidenceOf, isTrusted } from '#lib/domain/geo/claim-confidence'

const wallets = { contributor: '0xa', payer: '0xb' }
const of = (claim: Partial<Claim>) => confidenceOf({ origin: 'declared', isChecked: true, wallets, ...claim })

test('is what is published, by who brought an observation and by the origin of its claims', () => {
  const checked = claimOrigins.map((origin) => [of({ origin }), of({ origin, wallets: null })])
  expect(checked).toEqual([
    [0.2, 0.4],
    [0.2, 0.4],
    [1, 1],
  ])
  for (const origin of claimOrigins)
    for (const one of [wallets, null])
      expect(of({ origin, wallets: one, isChecked: false })).toBe(of({ origin, wallets: one }) / 2)
})

test('metadata that anyone can write is worth no more than a declaration, and who paid changes nothing', () => {
  for (const isChecked of [true, false]) {
    for (const one of [wallets, null])
      expect(of({ origin: 'file', isChecked, wallets: one })).toBe(of({ isChecked, wallets: one }))
    for (const origin of claimOrigins)
      expect(of({ origin, isChecked, wallets: { contributor: '0xa', payer: '0xa' } })).toBe(
        of({ origin, isChecked }),
      )
  }
})

test('a trusted signature and a passed check always raise it, and a contributor is never relied on more than the operator', () => {
  for (const isChecked of [true, false])
    for (const one of [wallets, null]) {
      const [declared, file, signed] = claimOrigins.map((origin) => of({ origin, isChecked, wallets: one }))
      expect(signed).toBeGreaterThan(Math.max(declared!, file!))
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
