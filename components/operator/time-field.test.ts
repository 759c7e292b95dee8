import { expect, test } from 'vitest'
import { fieldText, readField } from './time-field.ts'

const iso = '2026-11-23T15:34:00Z'

test('a time is typed in the zone in which times are shown', () => {
  expect(readField('2026-11-23T15:34', true)).toBe(iso)
  expect(readField('2026-11-23T15:34:09', true)).toBe('2026-11-23T15:34:09Z')
  expect(fieldText(iso, true)).toBe('2026-11-23T15:34')
  const local = fieldText(iso, false)
  expect(new Date(local).getTime()).toBe(Date.parse(iso))
  expect(readField(local, false)).toBe(iso)
})

test('an empty or unreadable time is none', () => {
  for (const isUtc of [true, false]) {
    expect(readField('', isUtc)).toBe('')
    expect(readField('yesterday', isUtc)).toBe('')
    expect(fieldText(undefined, isUtc)).toBe('')
    expect(fieldText('yesterday', isUtc)).toBe('')
  }
})
