import { expect, test } from 'vitest'
import { earlyChecks } from './early-checks.ts'

const textsOf = (seconds: number, width = 1_920, height = 1_080) =>
  earlyChecks({ seconds, width, height }).map(({ isOk, text }) => `${isOk ? 'ok' : 'no'}: ${text}`)

test('a film that fits is told so', () => {
  expect(textsOf(32.4)).toEqual(['ok: 0:32 long', 'ok: 1920 × 1080 pixels'])
  expect(textsOf(300, 720, 1_280)).toEqual(['ok: 5:00 long', 'ok: 720 × 1280 pixels'])
})

test('too short, too long and too small are found before anything is uploaded', () => {
  expect(textsOf(4.9)[0]).toBe('no: 0:04 long: at least 5 seconds are needed')
  expect(textsOf(301)[0]).toBe('no: 5:01 long: at most 5 minutes are taken')
  expect(textsOf(30, 854, 480)[1]).toBe('no: 854 × 480 pixels: at least 720 are needed on the short side')
})

test('what the browser does not know is not judged', () => {
  expect(textsOf(Number.NaN, 0, 0)).toEqual([])
  expect(textsOf(Number.POSITIVE_INFINITY, 0, 0)).toEqual([])
})
