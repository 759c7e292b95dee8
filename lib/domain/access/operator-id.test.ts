import { expect, test } from 'vitest'
import { readOperatorId } from './operator-id.ts'

test('a number is read with the name that pages give it', () => {
  for (const text of ['11', '#11', 'Payment 11', 'transaction 11', 'tree #11'])
    expect(readOperatorId(text), text).toEqual({ form: 'number', value: 11 })
})

test('a text without an id can be searched for as words, and one that may be a secret cannot', () => {
  expect(readOperatorId(' garden well ')).toMatchObject({ form: 'unreadable', words: 'garden well' })
  for (const text of ['', ' ', 'cairn_0123456789abcdef', 'whsec_c2VjcmV0', '0x1234…5678'])
    expect(readOperatorId(text), text).toEqual({ form: 'unreadable', reason: expect.any(String) })
})
