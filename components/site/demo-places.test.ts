import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoCapturePath, demoCaptures } from '../../sandbox/demo-captures.ts'
import { isDeclaredInFlorence, isInDemoFlorence } from './demo-places.ts'

test('the places of the photographs that are declared in Florence are known, and those of Lund and Arezzo are not', () => {
  for (const { file, geohash } of demoCaptures)
    if (geohash) expect([file, isInDemoFlorence(geohash)]).toEqual([file, file.includes('in-florence')])
  expect(isInDemoFlorence('srb2kq')).toBe(false)
})

test('a photograph of Lund that is declared in Florence is told from every other file, also from one of a place there', () => {
  for (const { file } of demoCaptures) {
    const sha256 = createHash('sha256')
      .update(readFileSync(demoCapturePath(file)))
      .digest('hex')
    expect([file, isDeclaredInFlorence(sha256)]).toEqual([file, file.includes('in-florence')])
  }
  expect(isDeclaredInFlorence('a'.repeat(64))).toBe(false)
})
