import { expect, test } from 'vitest'
import { nameToAdd, titleAfter, withPlaceName } from './place-name-words.ts'

const label = 'Piazza della Signoria, Florence, Italy'

test('the name of the chosen place is offered only if neither title nor instructions have it', () => {
  expect(nameToAdd(label, 'The fountain\nOnce around it.')).toBe('Piazza della Signoria')
  expect(nameToAdd(label, 'piazza della signoria\nOnce around it.')).toBeUndefined()
  expect(nameToAdd('Plaça Reial, Barcelona, Spain', 'The placa reial by day')).toBeUndefined()
  expect(nameToAdd(undefined, 'The fountain')).toBeUndefined()
  expect(nameToAdd('', 'The fountain')).toBeUndefined()
})

test('the name stands before the words of the poster, and is then not offered again', () => {
  const brief = withPlaceName('Once around the fountain.', 'Piazza della Signoria')
  expect(brief).toBe('Film Piazza della Signoria.\nOnce around the fountain.')
  expect(nameToAdd(label, brief)).toBeUndefined()
  expect(withPlaceName('', 'Piazza della Signoria')).toBe('Film Piazza della Signoria.')
})

test('an empty title becomes the name of the found place, and a written one stays', () => {
  expect(titleAfter('', label, undefined)).toBe('Piazza della Signoria')
  expect(titleAfter('The fountain', label, undefined)).toBe('The fountain')
  expect(titleAfter('Piazza della Signoria', 'Ponte Vecchio, Florence, Italy', label)).toBe('Ponte Vecchio')
  expect(titleAfter('Piazza della Signoria', undefined, label)).toBe('Piazza della Signoria')
})
