import fc from 'fast-check'
import { expect, test } from 'vitest'
import { warnedSubjects, warnedSubjectsIn } from '#lib/domain/text/subject-warnings'

test.each([
  ['Film the inside of his house, from the street', ['private_home']],
  ['Film my neighbour’s garden', ['private_home']],
  ['A walk around the place where she lives', ['private_home']],
  ['Riprendere la casa privata sulla collina', ['private_home']],
  ['Bitte das Privathaus von allen Seiten', ['private_home']],
  ['Le jardin privé derrière la mairie', ['private_home']],
  ['La vivienda particular de la esquina', ['private_home']],
  ['Follow the man who opens the shop', ['people']],
  ['FILM PEOPLE at the entrance', ['people']],
  ['Faces clearly visible, please', ['people']],
  ['Show the number plates of the parked cars', ['people']],
  ['Filmare le persone in fila', ['people']],
  ['Die Gesichter der Besucher', ['people']],
  ['Filmez les passants', ['people']],
  ['Grabar a los vecinos', ['people']],
  ['The children at the playground', ['children']],
  ['I bambini nel parco', ['children']],
  ['Die Kinder vor der Schule', ['children']],
  ['Les enfants de la rue', ['children']],
  ['Los niños de la plaza', ['children']],
  ['Film people and kids near their house', ['private_home', 'people', 'children']],
  ['film the bedroom of my ex and her kids', ['private_home', 'people', 'children']],
  ['The bedrooms and the living room, please', ['private_home']],
  ['My ex’s flat, from the street', ['private_home']],
  ['See whether her husband is at the café', ['people']],
  ['La camera da letto della mia ex', ['private_home', 'people']],
  ['Das Schlafzimmer meiner Nachbarin', ['private_home', 'people']],
  ['La chambre à coucher de mon ex', ['private_home', 'people']],
  ['El dormitorio de mi vecina', ['private_home', 'people']],
] as const)('a text that asks for a private home, people or children is recognised: %s', (text, subjects) => {
  expect(warnedSubjectsIn(text)).toEqual(subjects)
})

test.each([
  'Facade of Santa Maria Novella, both doors and the rose window, in daylight.',
  'The Opera House from the harbour side, without people in the picture',
  'The entrance of the Children’s Museum and its signs',
  'The town hall, and the public gardens behind it',
  'A kindergarten’s former building, now a library',
  'Walk around the White House fence on the public side',
  'Das Rathaus und der Platz davor',
  'The hotel bedroom on the second floor, as listed',
  'A bedroom of the hotel, with the view of the harbour',
  'The royal bedroom in the palace',
  'The facade of the two bedroom apartment for rent',
  'The church where my wife and I were married, from the square',
  'La camera da letto dell’hotel',
  'Das Schlafzimmer im Schloss',
  'The sun over the bay, with no one there',
  '',
])('an ordinary place is not warned about: %s', (text) => {
  expect(warnedSubjectsIn(text)).toEqual([])
})

test('any text has an answer, with any text around a phrase', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (around) => {
      expect(warnedSubjects).toEqual(expect.arrayContaining(warnedSubjectsIn(around)))
      expect(warnedSubjectsIn(`${around}\nfilm the children\n${around}`)).toContain('children')
    }),
  )
})
