import { expect, test } from 'vitest'
import { FilmRefused } from '../film-refused.ts'
import { ProgramFailed } from '../run-program.ts'
import { refuseIfUnreadable } from './take-frames.ts'

const exited = (stderr: string) =>
  new ProgramFailed('ffmpeg', 'ended with exit code 1', { exitCode: 1, stderr })

test('a film that ffmpeg cannot decode is refused', async () => {
  const error = exited('moov atom not found')
  await expect(refuseIfUnreadable(Promise.reject(error))).rejects.toBeInstanceOf(FilmRefused)
})

test.each([
  exited('av_interleaved_write_frame(): No space left on device'),
  exited('Error writing trailer: Disk quota exceeded'),
  new ProgramFailed('ffmpeg', 'was ended by SIGKILL', { stderr: '' }),
  new Error('anything else'),
])('a film is not refused because of a failure elsewhere: %s', async (error) => {
  await expect(refuseIfUnreadable(Promise.reject(error))).rejects.toBe(error)
})
