import { expect, test } from 'vitest'
import { coachLines } from './coach.ts'

const shots = (instructions: string) => coachLines(instructions)[0]!.text

test('shots, coverage, speed and light are always named, once each', () => {
  for (const instructions of ['', 'Film the well.', 'The façade of the church.'])
    expect(coachLines(instructions).map(({ about }) => about)).toEqual([
      'Shots',
      'Coverage',
      'Speed',
      'Light',
    ])
})

test.each([
  ['Film the whole front of the building.', /whole front/],
  ['Walk slowly along the walls of the room, once around.', /walls/],
  ['First walk around it. Then film each damaged spot from close by.', /each damaged spot/],
  ['Walk once around the square, slowly.', /towards the middle/],
  ['Walk once around it, slowly, about two metres away.', /^Once around at eye height/],
  ['Film the courtyard from the middle.', /^All that the instructions name/],
  ['Restroomless roommates', /eye height/],
])('the shots fit the instructions: %s', (instructions, wanted) => {
  expect(shots(instructions)).toMatch(wanted)
})

test('only a subject that is filmed from outside is to be walked round', () => {
  const coverage = (instructions: string) => coachLines(instructions)[1]!.text
  expect(coverage('Film the statue.')).toMatch(/all the way round/)
  expect(coverage('Film the courtyard from the middle.')).not.toMatch(/round|fill/)
})
