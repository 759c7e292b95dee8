import { expect, test } from 'vitest'
import { bountyEvents } from '#lib/domain/bounty/bounty'
import { capitalised } from '../words.ts'
import { eventText } from './event-words.ts'

test('no event is shown by its raw name', () => {
  for (const name of [...bountyEvents, 'paid', 'inspected', 'delivered', 'model_forecast'])
    expect(eventText(name), name).not.toBe(capitalised(name))
})

test('an event of a later version is shown by its name', () => {
  expect(eventText('film_moved')).toBe('Film moved')
})
