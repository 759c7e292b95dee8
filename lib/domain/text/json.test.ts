import { expect, test } from 'vitest'
import { isObject, parseJson } from '#lib/domain/text/json'

test('a text that is not JSON gives undefined, and `null` gives null', () => {
  for (const text of ['', ' ', '{', 'undefined', "{'a':1}"]) expect(parseJson(text)).toBeUndefined()
  expect(parseJson('null')).toBeNull()
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
})

test('null and arrays are not objects', () => {
  for (const value of [null, undefined, [], [{}], 'text', 1]) expect(isObject(value)).toBe(false)
  expect(isObject({})).toBe(true)
})
