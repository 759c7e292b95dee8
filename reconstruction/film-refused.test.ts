import { describe, expect, test } from 'vitest'
import { FilmRefused, type RefusalReason } from './film-refused.ts'

const messageOf = (reason: RefusalReason) => new FilmRefused(reason).message

describe('the refusal of a film', () => {
  test.each<RefusalReason>([
    { code: 'unreadable' },
    { code: 'too_few_frames', found: 7, needed: 12 },
    { code: 'no_parallax' },
    { code: 'no_cameras' },
    { code: 'too_few_registered', registered: 11, frames: 24 },
    { code: 'absurd_lens' },
    { code: 'shallow_view' },
    { code: 'no_surface' },
  ])('says in one sentence what is wrong with the film, and nothing about how to film: $code', (reason) => {
    expect(messageOf(reason)).toMatch(/^[A-Z][^.]+\.$/)
    expect(messageOf(reason)).not.toMatch(/\b(walk|avoid|film it|film for)\b/i)
  })

  test('contains the numbers that decided', () => {
    expect(messageOf({ code: 'too_few_frames', found: 7, needed: 12 })).toContain(
      'only 7 usable pictures, and a model needs at least 12',
    )
    expect(messageOf({ code: 'too_few_registered', registered: 11, frames: 24 })).toContain(
      'Only 11 of 24 pictures',
    )
  })
})
