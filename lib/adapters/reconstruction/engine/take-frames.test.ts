import { expect, test } from 'vitest'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { FilmRefused } from './gates.ts'
import { refuseIfUnreadable } from './take-frames.ts'

const failed = (reason: 'exit' | 'timeout', stderr: string) =>
  new ToolFailed({ tool: 'ffmpeg', reason, exitCode: 1, how: 'ended with 1', stderr })

test('a film that ffmpeg can make nothing of is refused', async () => {
  const error = failed('exit', 'moov atom not found')
  await expect(refuseIfUnreadable(Promise.reject(error))).rejects.toBeInstanceOf(FilmRefused)
})

test.each([
  failed('exit', 'av_interleaved_write_frame(): No space left on device'),
  failed('exit', 'Error writing trailer: Disk quota exceeded'),
  failed('timeout', ''),
  new Error('anything else'),
])('what went wrong on our side is no fault of the film’s: %s', async (error) => {
  await expect(refuseIfUnreadable(Promise.reject(error))).rejects.toBe(error)
})
