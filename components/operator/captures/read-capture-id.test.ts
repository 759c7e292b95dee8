import { expect, test } from 'vitest'
import { readCaptureId } from './read-capture-id.ts'

test('a whole hash is looked up here, and a shortened one or another id is searched everywhere', () => {
  const hash = 'A5'.repeat(32)
  expect(readCaptureId(` ${hash} `)).toEqual({ whole: hash.toLowerCase() })
  expect(readCaptureId(`sha256:${hash}`)).toEqual({ whole: `sha256:${hash.toLowerCase()}` })
  expect(readCaptureId('')).toEqual({ whole: '' })
  expect(readCaptureId('17307b12…a5af4035')).toEqual({ search: '17307b12…a5af4035' })
})

test('a text that is no id is in no address', () => {
  expect(readCaptureId('my secret words')).toEqual({
    problem: expect.stringContaining('64 hexadecimal digits'),
  })
})
