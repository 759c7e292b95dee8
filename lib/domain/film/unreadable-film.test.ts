import { expect, test } from 'vitest'
import { type UnreadableCause, unreadableReason } from '#lib/domain/film/unreadable-film'

const causes: UnreadableCause[] = [
  { code: 'empty' },
  { code: 'not_a_film' },
  { code: 'no_moving_picture' },
  { code: 'incomplete' },
  { code: 'damaged' },
  { code: 'too_demanding' },
  { code: 'unknown_encoding', codec: 'ffv1' },
  { code: 'picture_too_large', width: 16_000, height: 8_000 },
  { code: 'picture_too_large' },
  { code: 'frame_rate_too_high', framesPerSecond: 1_000.4 },
  { code: 'too_long', seconds: 4_000.2 },
]

test.each(causes)('%j says what was found and what to submit, politely', (cause) => {
  const { code, text, advice } = unreadableReason(cause)
  expect(code).toBe(cause.code)
  expect(text).toMatch(/^(The|Reading) .+\.$/)
  expect(text).not.toMatch(/submit|set the camera/i)
  expect(advice).toMatch(/submit|set the camera/i)
  expect(`${text} ${advice}`).not.toMatch(/undefined|NaN|you |bad|wrong|invalid/)
})

test('the text contains the values of the file', () => {
  const texts = causes.map((cause) => unreadableReason(cause).text).join('\n')
  for (const figure of ['ffv1', '16000 × 8000', '1000 pictures a second', '4000 s'])
    expect(texts).toContain(figure)
})
