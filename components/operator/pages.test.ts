import { expect, test } from 'vitest'
import { palettePages } from './pages.ts'
import { matching } from './palette-match.ts'

const firstOf = (typed: string) => palettePages.filter(matching(typed))[0]?.text
const allOf = (typed: string) => palettePages.filter(matching(typed)).map(({ text }) => text)

test('a page is found by the words with which operators look for it', () => {
  for (const typed of ['ban', 'bans', 'unban', 'banned']) expect(firstOf(typed), typed).toBe('Bans')
  for (const typed of ['gas', 'gas low', 'low gas']) expect(firstOf(typed), typed).toBe('Chains')
  for (const typed of ['books', 'money', 'solvency', 'escrow'])
    expect(allOf(typed).slice(0, 2), typed).toEqual(['Figures', 'Proof of funds'])
  expect(firstOf('runbook')).toBe('Operators’ guide')
})
