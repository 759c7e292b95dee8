import { expect, test } from 'vitest'
import { bannedError } from '#lib/services/reports/find-ban'

test('the reason of a ban is a sentence of its own, however the operator ended it', () => {
  for (const reason of ['films of other places', 'films of other places.', ' films of other places. '])
    expect(bannedError(reason).message).toContain(': films of other places. What it has earned')
  expect(bannedError('why').message).not.toContain('charged')
})
