import { expect, test } from 'vitest'
import { nearText } from './near-text.ts'

test.each([
  ['Oltrarno, Florence', 'Near Oltrarno, Florence'],
  ['Near Lund, Sweden', 'Near Lund, Sweden'],
  ['Around Galleria degli Uffizi, Florence', 'Near Galleria degli Uffizi, Florence'],
  ['Area with Florence and Prato, Italy', 'Near the area with Florence and Prato, Italy'],
])('the place %s reads as: %s', (name, text) => expect(nearText(name)).toBe(text))
