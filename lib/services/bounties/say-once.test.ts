import { expect, test } from 'vitest'
import type { Context } from '#lib/adapters/context'
import { sayOnce } from '#lib/services/bounties/say-once'

test('what holds up a bounty is said when it is new, for each bounty, and again when it has changed', () => {
  const lines: unknown[] = []
  const log = { warn: (data: object, text: string) => lines.push([data, text]) }
  const ctx = { log } as unknown as Context
  const say = (bountyId: string, error: string) =>
    sayOnce({ ctx, bountyId, level: 'warn', text: 'held up', data: { error } })
  for (const error of ['away', 'away', 'slow', 'slow', 'away']) say('one', error)
  say('two', 'away')
  expect(lines).toEqual([
    [{ bountyId: 'one', error: 'away' }, 'held up'],
    [{ bountyId: 'one', error: 'slow' }, 'held up'],
    [{ bountyId: 'one', error: 'away' }, 'held up'],
    [{ bountyId: 'two', error: 'away' }, 'held up'],
  ])
})
