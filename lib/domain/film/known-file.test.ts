import { expect, test } from 'vitest'
import { type KnownFile, knownFileText } from './known-file.ts'

const own: KnownFile = { by: 'same_wallet', bountyId: 'bty_1', submittedAt: new Date('2026-11-24T14:02:09Z') }

test('a wallet reads that it submitted the file itself, when, and for which bounty if that is known', () => {
  expect(knownFileText(own)).toBe(
    'You have submitted this very file at 2026-11-24 14:02:09 UTC. The same file can be submitted only once: film another take.',
  )
  expect(knownFileText(own, 'bty_1')).toContain('this very file for this bounty at 2026')
  expect(knownFileText(own, 'bty_2')).toContain('this very file for another bounty at 2026')
})

test('a wallet reads that somebody else submitted the file, and not who or when', () => {
  expect(knownFileText({ by: 'another_wallet' })).toMatch(/^Another wallet has submitted this very file\. /)
  expect(knownFileText({ by: 'another_wallet' })).not.toMatch(/you or someone|0x|\d/)
  expect(knownFileText({ by: 'archive' })).toContain('public record')
})
