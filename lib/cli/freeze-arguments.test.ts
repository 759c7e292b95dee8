import { expect, test } from 'vitest'
import { freezeHelp, parseFreezeArguments } from '#lib/cli/freeze-arguments'

const parse = (...args: string[]) => parseFreezeArguments(args)

test('freezing and unfreezing say why, the first also without the option', () => {
  expect(parse('freeze', '--reason', 'a drill')).toEqual({ verb: 'freeze', reason: 'a drill' })
  expect(parse('freeze', 'a', 'drill')).toEqual({ verb: 'freeze', reason: 'a drill' })
  expect(parse('unfreeze', '--reason', 'it is over', '--accept', '0123456789abcdef')).toEqual({
    verb: 'unfreeze',
    reason: 'it is over',
    accept: '0123456789abcdef',
  })
  expect(parse('status')).toEqual({ verb: 'status' })
  for (const args of [
    ['freeze'],
    ['freeze', ' '],
    ['unfreeze'],
    ['unfreeze', '--accept', '0123456789abcdef'],
  ])
    expect(() => parse(...args)).toThrow('--reason is missing')
})

test('wrong usage says what is right', () => {
  expect(() => parse('thaw')).toThrow('Say what to do: status, freeze, replay or unfreeze.')
  expect(() => parse('unfreeze', 'done')).toThrow('put the reason in quotes after --reason')
  expect(() => parse('freeze', '--reason', 'two', 'words')).toThrow('put the reason in quotes')
  expect(() => parse('status', 'now')).toThrow('"status" takes nothing else.')
  expect(() => parse('freeze', 'x', '--accept', '0123456789abcdef')).toThrow('belongs to "unfreeze"')
})

test('the help says what differs from the console', () => {
  expect(parse('--help')).toBe('help')
  expect(freezeHelp).toContain('no signature')
})
