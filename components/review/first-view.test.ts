import { expect, test } from 'vitest'
import { firstView } from './first-view.ts'

const of = (clientWidth: number, clientHeight: number) => firstView({ clientWidth, clientHeight })

test('a model is seen from farther away in a window that is higher than wide', () => {
  expect(of(1440, 648).orbit).toBe('0deg 70deg 60%')
  expect(of(390, 608).orbit).toBe('0deg 70deg 100%')
  expect(of(320, 608).limits.maxCameraOrbit).toBe('auto 180deg 122%')
  expect(of(768, 737).limits.maxCameraOrbit).toBe('auto 180deg 100%')
})

test('a box without a size has the usual view', () => {
  expect(firstView(null)).toEqual(of(1440, 648))
  expect(of(0, 0)).toEqual(of(1440, 648))
})
