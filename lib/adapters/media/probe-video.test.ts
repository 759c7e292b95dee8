import { expect, test } from 'vitest'
import { causeOf } from '#lib/adapters/media/probe-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'

const ended = (stderr: string) =>
  new ToolFailed({ tool: 'ffmpeg', reason: 'exit', exitCode: 1, how: 'ended with 1', stderr })

test('a full disk is not an error of the film', () => {
  const error = ended('av_interleaved_write_frame(): No space left on device')
  expect(() => causeOf(error)).toThrow(error)
  expect(causeOf(ended('Invalid data found when processing input'))).toEqual({ code: 'damaged' })
})
