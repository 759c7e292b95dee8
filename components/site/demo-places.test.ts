import { expect, test } from 'vitest'
import { demoCaptures } from '../../sandbox/demo-captures.ts'
import { isInDemoFlorence } from './demo-places.ts'

test('the places of the photographs that are declared in Florence are known, and those of Lund and Arezzo are not', () => {
  for (const { file, geohash } of demoCaptures)
    if (geohash) expect([file, isInDemoFlorence(geohash)]).toEqual([file, file.includes('in-florence')])
  expect(isInDemoFlorence('srb2kq')).toBe(false)
})
