import { expect, test } from 'vitest'
import { filmLengthText, filmSecondsOf, shorterFinding, shorterText } from './film-length.ts'

test.each([
  ['Film for 30 seconds, in daylight.', 30],
  ['Walk along it.\n\nLength: about 45 s', 45],
  ['A 20-second clip of the door.', 20],
  ['One minute is enough.', 60],
  ['The whole facade, slowly. About 30 seconds.', 30],
  ['The door.\n10 s', 10],
  ['Half a minute is plenty', 30],
  ['The film should be 2 minutes long', 120],
  ['In daylight, in one take of about a minute.', 60],
])('%j asks for a film of %d seconds', (instructions, seconds) => {
  expect(filmSecondsOf(instructions)).toBe(seconds)
})

test.each([
  'Hold on each crack for three seconds.',
  'Walk up slowly, ten seconds a step.',
  'Be there 30 minutes before noon.',
  'Film for 0 seconds',
  'Wait 20 seconds. Then walk around it.',
  'Wait for a minute, until the square is empty.',
  'Stay as long as the light allows.',
  'It was long closed.',
  'Then a second video from the bridge.',
  'A film of a second entrance.',
  '',
])('%j says nothing of the length of the whole film', (instructions) => {
  expect(filmSecondsOf(instructions)).toBeUndefined()
})

test('whole minutes are told in minutes', () => {
  expect([30, 60, 90, 120].map(filmLengthText)).toEqual([
    '30 s film',
    '1 min film',
    '90 s film',
    '2 min film',
  ])
})

test('a film that is more than a tenth shorter than asked for is said to be', () => {
  expect(shorterText(12.9, 'Thirty seconds of video around it.')).toBe('12 s; the bounty asks for 30 s')
  expect(shorterText(60, 'Film for 2 minutes.')).toBe('1 min; the bounty asks for 2 min')
  expect(shorterText(27, 'Film for 30 seconds.')).toBeUndefined()
  expect(shorterText(45, 'Film for 30 seconds.')).toBeUndefined()
  expect(shorterText(1, 'Once around it.')).toBeUndefined()
})

test('the contributor of a shorter film reads it as a finding, once it is measured', () => {
  expect(shorterFinding(12.9, 'Film for 30 seconds.')).toEqual([
    {
      code: 'shorter_than_asked',
      text: 'The film is shorter than asked for: 12 s; the bounty asks for 30 s.',
    },
  ])
  expect(shorterFinding(undefined, 'Film for 30 seconds.')).toEqual([])
})
