import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CommandUnusable, commandWords } from './engine-command.ts'

const paths = { video: '/films/my film.mp4', work: '/tmp/w', out: '/tmp/o' }

describe('a command for another engine', () => {
  test('is parted by blanks and by nothing else', () => {
    expect(commandWords('  gpu-engine  --in {video} --tmp={work} {out};rm $HOME ', paths)).toEqual([
      'gpu-engine',
      '--in',
      '/films/my film.mp4',
      '--tmp=/tmp/w',
      '/tmp/o;rm',
      '$HOME',
    ])
  })

  test('keeps together what is in quotes, empty words too', () => {
    expect(commandWords(`"/opt/my engine/run" --name='a "b"' "" {out}`, paths)).toEqual([
      '/opt/my engine/run',
      '--name=a "b"',
      '',
      '/tmp/o',
    ])
  })

  test('is refused when a quote is open, a placeholder unknown, or nothing there', () => {
    for (const template of ['run "{video}', "run it's", 'run {frames}', 'run {constructor}', ' ', '""'])
      expect(() => commandWords(template, paths)).toThrow(CommandUnusable)
  })

  test('takes every path as one word, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (video, out) => {
        expect(commandWords('run {video} -o {out}', { video, work: '', out })).toEqual([
          'run',
          video,
          '-o',
          out,
        ])
      }),
    )
  })
})
