import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chosenName, chosenPoint, lastBoardLink, storeBoardLink, storeChosenPlace } from './board-visit.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the way back from a bounty leads to the board as it was, and to the plain one without a visit', () => {
  expect(lastBoardLink()).toBe('/board')
  storeBoardLink('/board?near=srb10&sort=ending_soonest')
  expect(lastBoardLink()).toBe('/board?near=srb10&sort=ending_soonest')
  storeBoardLink('https://elsewhere.example/board')
  expect(lastBoardLink()).toBe('/board')
})

test('a chosen name belongs to its cell alone', () => {
  storeChosenPlace('srb10', 'Piazza della Signoria, Florence, Italy')
  expect(chosenName('srb10')).toBe('Piazza della Signoria, Florence, Italy')
  expect(chosenName('srb1')).toBeUndefined()
  expect(chosenName(undefined)).toBeUndefined()
  storeChosenPlace('srb10', undefined)
  expect(chosenName('srb10')).toBeUndefined()
})

test('so does the middle of the chosen place; a place without a name has no middle', () => {
  const square = { latitude: 43.7696, longitude: 11.2558 }
  storeChosenPlace('srb10', 'Piazza della Signoria', square)
  expect(chosenPoint('srb10')).toEqual(square)
  expect(chosenPoint('srb1')).toBeUndefined()
  storeChosenPlace('srb10', undefined)
  expect(chosenPoint('srb10')).toBeUndefined()
})

test('without storage, nothing is remembered and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeChosenPlace('srb10', 'Florence')
  expect(chosenName('srb10')).toBeUndefined()
  expect(lastBoardLink()).toBe('/board')
})
