import { expect, test } from 'vitest'
import { readOperatorId } from './operator-id.ts'

test('a number is read with the name that pages give it', () => {
  for (const text of ['11', '#11']) expect(readOperatorId(text), text).toEqual({ form: 'number', value: 11 })
  for (const [text, of] of [
    ['Payment 11', 'payment'],
    ['transaction 11', 'transaction'],
    ['tree #11', 'tree'],
    ['report 11', 'report'],
  ] as const)
    expect(readOperatorId(text), text).toEqual({ form: 'number', value: 11, of })
})

test('a text without an id can be searched for as words, and one that may be a secret cannot', () => {
  expect(readOperatorId(' garden well ')).toMatchObject({ form: 'unreadable', words: 'garden well' })
  for (const text of ['', ' ', 'cairn_0123456789abcdef', 'whsec_c2VjcmV0', '0x12345', '0x123…5678', '1234…'])
    expect(readOperatorId(text), text).toEqual({ form: 'unreadable', reason: expect.any(String) })
})

test.each([
  ['0xa283e820…0001e820', 'digits', 'a283e820', '0001e820'],
  ['0xA283E820…', 'digits', 'a283e820', ''],
  ['0xa283e820', 'digits', 'a283e820', ''],
  ['0xa283...e820', 'digits', 'a283', 'e820'],
  ['a283e820…0001e820', 'digits', 'a283e820', '0001e820'],
  ['a283e8', 'digits', 'a283e8', ''],
  ['12345678…', 'digits', '12345678', ''],
  ['bty_54f7…0123abcd', 'bounty', '54f7', '0123abcd'],
  ['sub_54f7ab', 'submission', '54f7ab', ''],
])('%s is read as a shortened id', (text, of, start, end) => {
  expect(readOperatorId(text)).toEqual({ form: 'shortened', value: { of, start, end } })
})

test('a number and a word of hexadecimal letters are no shortened ids', () => {
  expect(readOperatorId('12345678')).toEqual({ form: 'number', value: 12_345_678 })
  for (const text of ['facade', 'a283', 'bee5 cafe'])
    expect(readOperatorId(text)).toMatchObject({ form: 'unreadable', words: text })
})
