import { expect, test } from 'vitest'
import { ApiRefusal } from '#lib/client/api-refusal'
import {
  aboveText,
  knownProblems,
  needsSecondPress,
  problemsOf,
  refusedIn,
  stillMissing,
} from './hand-in-problems.ts'

const refusal = (field: string, rest = 'is required: the file carries none') =>
  new ApiRefusal({
    status: 400,
    code: 'invalid_request',
    field: field.replace(':', ''),
    message: `${field} ${rest}.`,
  })
const place = { field: 'location', text: 'The file does not say where it was filmed. Choose the place.' }
const time = { field: 'captured_at', text: 'The file does not say when it was filmed. Fill in the time.' }

test('a film without place and time is asked for both at once', () => {
  const both = problemsOf(refusal('location'), { body: {}, missing: ['location', 'captured_at'] })
  expect(both).toEqual([place, time])
  expect(aboveText(both)).toBe('Not submitted yet: see the place and the time above.')
})

test('nothing is asked that was given, or that the file says', () => {
  const given = { captured_at: '2026-11-20T10:00:00Z' }
  const missing = ['location', 'captured_at'] as const
  expect(problemsOf(refusal('location'), { body: given, missing })).toEqual([place])
  expect(problemsOf(refusal('location'), { body: {}, missing: ['location'] })).toEqual([place])
  expect(problemsOf(refusal('captured_at'), { body: { location: 'u09tun' }, missing })).toEqual([time])
  expect(aboveText([time])).toBe('Not submitted yet: see the time above.')
})

test('a refusal of something else asks for no field', () => {
  const missing = ['location', 'captured_at'] as const
  expect(problemsOf(new Error('No connection.'), { body: {}, missing })).toEqual([{ text: 'No connection.' }])
  const note = problemsOf(refusal('note', 'is too long'), { body: { note: 'x' }, missing })
  expect(note).toEqual([{ field: 'note', text: 'The note is too long.' }])
  expect(aboveText(note)).toBeUndefined()
  const own = problemsOf(refusal('upload_id:', 'You have submitted this very file'), { body: {}, missing })
  expect(own).toEqual([{ field: 'upload_id', text: 'You have submitted this very file.' }])
})

test('a film that is not submitted because of its problems is asked for what it lacks at the same time', () => {
  const missing = ['location', 'captured_at'] as const
  expect(stillMissing(missing, {})).toEqual([place, time])
  expect(stillMissing(missing, { location: 'u09tun' })).toEqual([time])
  expect(stillMissing([], {})).toEqual([])
})

test('a misfit is confirmed by a second press, and one that was corrected needs none', () => {
  const [early, elsewhere] = ['before the bounty', 'elsewhere']
  expect(needsSecondPress([early], [])).toBe(true)
  expect(needsSecondPress([early], [early])).toBe(false)
  expect(needsSecondPress([], [early])).toBe(false)
  expect(needsSecondPress([early], [elsewhere, early])).toBe(false)
  expect(needsSecondPress([early, elsewhere], [early])).toBe(true)
})

test('a film that this browser found wrong is submitted by a second press, with each problem named', () => {
  const light = (is: 'good' | 'advice' | 'bad') => [{ name: 'light', is, text: 'Too dark.' }] as const
  const early = [{ name: 'time', is: 'bad', text: 'Before the bounty.' }] as const
  const dark = knownProblems(light('bad'), [])
  expect(dark).toEqual({ title: 'This film may not pass the check', misfits: [], texts: ['Too dark.'] })
  expect(needsSecondPress(dark.texts, [])).toBe(true)
  expect(needsSecondPress(dark.texts, dark.texts)).toBe(false)
  expect(knownProblems(light('good'), early).title).toBe('This film does not fit the bounty')
  const both = knownProblems(light('bad'), early)
  expect(both.title).toBe('This film does not fit the bounty, and may not pass the check')
  expect(both.misfits).toEqual(['Before the bounty.'])
  const short = [{ name: 'length', is: 'bad', text: 'Too short.' }] as const
  expect(knownProblems(short, []).title).toBe('This film will not pass the check')
  expect(needsSecondPress(both.texts, dark.texts)).toBe(true)
  expect(knownProblems(light('advice'), []).texts).toEqual([])
})

test('a statement that the API refuses is a problem of its field', () => {
  const future = {
    name: 'time',
    is: 'bad',
    field: 'captured_at',
    text: 'The time lies in the future.',
  } as const
  const problems = refusedIn([{ name: 'place', is: 'bad', text: 'Elsewhere.' }, future])
  expect(problems).toEqual([{ field: 'captured_at', text: 'The time lies in the future.' }])
  expect(aboveText(problems)).toBe('Not submitted yet: see the time above.')
})
