import { expect, test } from 'vitest'
import { readLabelOutlines } from '#lib/adapters/label-outlines'
import { outlineSize } from '#lib/domain/map/draw-cell'

const outlineOf = await readLabelOutlines()
const origin = { x: 0, y: 0 }

/** The corners of all points of an outline, control points included. */
function boxOf(d: string) {
  let at = { x: 0, y: 0 }
  const points: { x: number; y: number }[] = []
  for (const [, command, given] of d.matchAll(/([Mlqc])([^Mlqcz]*)/g)) {
    const from = command === 'M' ? { x: 0, y: 0 } : at
    const numbers = given!.match(/-?\d+/g)!.map(Number)
    for (let index = 0; index < numbers.length; index += 2)
      points.push({ x: from.x + numbers[index]!, y: from.y + numbers[index + 1]! })
    at = points.at(-1)!
  }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

test('letters stand on the baseline, inside the width of the text', () => {
  const outline = outlineOf('HE', 600)!
  const { left, right, top, bottom } = boxOf(outline.d(origin))
  expect(bottom).toBe(0)
  // Capitals of the typeface are 0.72 of the text size high, which is 250 units.
  expect(top).toBe(-180)
  expect(left).toBeGreaterThan(0)
  expect(right).toBeLessThan(outline.width)
})

test('an outline begins where it is asked to', () => {
  const { d } = outlineOf('Lund', 400)!
  const [here, there] = [boxOf(d(origin)), boxOf(d({ x: -100, y: 40 }))]
  expect([there.left - here.left, there.bottom - here.bottom]).toEqual([-100, 40])
})

test('an accent is above its letter, in both files of the typeface', () => {
  for (const [plain, accented] of ['Aa', 'Oo', 'zz'].map((pair) => [...pair]) as [string, string][]) {
    const above = { a: '\u00e5', o: '\u00f6', z: '\u017a' }[accented]!
    expect(boxOf(outlineOf(above, 600)!.d(origin)).top, plain).toBeLessThan(
      boxOf(outlineOf(accented, 600)!.d(origin)).top,
    )
  }
})

test('text of a heavier weight is wider', () => {
  expect(outlineOf('Florence', 600)!.width).toBeGreaterThan(outlineOf('Florence', 400)!.width)
})

test('text with a character that the typeface lacks has no outline', () => {
  expect(outlineOf('Tokyo 東京', 600)).toBeUndefined()
})

test('the names of large towns fit the room that a label is given', () => {
  for (const name of ['Chernihiv', 'São Paulo', 'Kuala Lumpur', 'Milwaukee', 'Łódź'])
    expect(outlineOf(name, 600)!.width / outlineSize / name.length, name).toBeLessThan(0.64)
})

test('the letters of many European languages can be drawn, and no letter is an error', () => {
  for (const weight of [400, 600] as const) {
    expect(outlineOf('ÄÖÜßÅÆØéèëçñáíóúàìòùâêîôûãõŁńśźżąęćčďěňřšťžůőűăğışİđ', weight)).toBeDefined()
    for (let code = 0xc0; code < 0x250; code++) outlineOf(String.fromCodePoint(code), weight)
  }
})
