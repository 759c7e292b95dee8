import { expect, test } from 'vitest'
import { rolesSaid, rolesText, rolesTitle } from './key-roles.ts'

test('the key that operates the escrow is called escrow operator, since operators are people', () => {
  expect(rolesTitle(['operator'])).toBe('Escrow operator')
  expect(rolesText(['relayer', 'operator'])).toBe('relayer and escrow operator')
})

test('each role says what it does and what stops without gas', () => {
  for (const role of ['relayer', 'treasury', 'operator', 'anchor'])
    expect(rolesSaid([role]), role).toContain('Without gas')
})

test('an unknown role of a later version is shown by its reported name, without a description', () => {
  expect(rolesTitle([])).toBeUndefined()
  expect(rolesText(['indexer'])).toBe('indexer')
  expect(rolesSaid(['indexer'])).toBe('')
})
