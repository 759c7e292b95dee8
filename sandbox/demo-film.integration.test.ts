// needs: ffmpeg ffprobe
// @module-tag thorough

import { afterAll, expect, test } from 'vitest'
import { judgeQuality } from '#lib/domain/film/quality'
import { demoCapturePath } from '#sandbox/demo-captures'
import { filmInspection } from '#testing/film-inspection'

const { figuresOf, remove } = filmInspection()
afterAll(remove)

test('the film that a new sandbox has for review passes the checks without a warning', async () => {
  const figures = await figuresOf(demoCapturePath('lund-film-to-review.mp4'))
  expect(judgeQuality(figures)).toEqual({ verdict: 'pass', reasons: [], warnings: [] })
})
