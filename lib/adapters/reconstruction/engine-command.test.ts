import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandWords, InvalidCommand } from './engine-command.ts'

const paths = { video: '/films/my film.mp4', work: '/tmp/w', out: '/tmp/o', mode: 'fine' }

describe('a command for another engine', () => {
  test('is split at spaces and nowhere else', () => {
    expect(commandWords('  gpu-engine  --in {video} --tmp={work} {out};rm $HOME ', paths)).toEqual([
      'gpu-engine',
      '--in',
      '/films/my film.mp4',
      '--tmp=/tmp/w',
      '/tmp/o;rm',
      '$HOME',
    ])
  })

  test('may name the mode', () => {
    expect(commandWords('run --quality {mode}', paths)).toEqual(['run', '--quality', 'fine'])
  })

  test('may have words in quotes, also empty ones', () => {
    expect(commandWords(`"/opt/my engine/run" --name='a "b"' "" {out}`, paths)).toEqual([
      '/opt/my engine/run',
      '--name=a "b"',
      '',
      '/tmp/o',
    ])
  })

  test('is refused with an open quote, an unknown placeholder or no program', () => {
    for (const template of ['run "{video}', "run it's", 'run {frames}', 'run {constructor}', ' ', '""'])
      expect(() => commandWords(template, paths)).toThrow(InvalidCommand)
  })

  test('has each path as one word, with any characters in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (video, out) => {
        expect(commandWords('run {video} -o {out}', { video, work: '', out, mode: '' })).toEqual([
          'run',
          video,
          '-o',
          out,
        ])
      }),
    )
  })
})
