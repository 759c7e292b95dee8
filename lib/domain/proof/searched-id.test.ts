import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSearchedId } from '#lib/domain/proof/searched-id'

const digits = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const hexDigits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((list) => list.join(''))

test('32 bytes are found however they are written: any case, with 0x, with spaces and line breaks', () => {
  fc.assert(
    fc.property(
      hexDigits(64),
      fc.constantFrom('', '0x', '0X'),
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(64), fc.constantFrom(' ', '\n', '\t', '\r\n')), { maxLength: 4 }),
      (value, prefix, isUpper, gaps) => {
        let text = isUpper ? value.toUpperCase() : value
        for (const [at, gap] of gaps) text = text.slice(0, at) + gap + text.slice(at)
        expect(readSearchedId(prefix + text)).toEqual({ form: 'hash', value: `0x${value}` })
      },
    ),
  )
})

test.each([
  ['12', '12'],
  [' #7 ', '7'],
  ['Tree 0012', '12'],
  ['https://cairn.example/trees/12#leaves', '12'],
])('%j is the number of a tree', (text, value) => {
  expect(readSearchedId(text)).toEqual({ form: 'tree_number', value })
})

test.each([
  `https://cairn.example/verify/${digits}`,
  `https://cairn.example/trees/12?leaf=0x${digits}&page=2#path`,
  `https://base.easscan.org/attestation/view/0x${digits.toUpperCase()}`,
  `https://explorer.example/block/0x${'1'.repeat(64)}/tx/0x${digits}`,
])('the hash in an address of a page is searched for: %s', (text) => {
  expect(readSearchedId(text)).toEqual({ form: 'hash', value: `0x${digits}` })
})

test('a provenance hash is a fingerprint and nothing else', () => {
  expect(readSearchedId(`sha256:${digits}`)).toEqual({ form: 'fingerprint', value: `0x${digits}` })
})

test.each(['u33db2', 'U33DB', 's', 'ezs42e44yx96', '52.52, 13.405', '-33.8688 151.2093'])(
  '%s is a place',
  (text) => {
    expect(readSearchedId(text)).toMatchObject({ form: 'place' })
  },
)

test('the address of an account is not a hash', () => {
  expect(readSearchedId(`0x${digits.slice(0, 40)}`)).toMatchObject({ form: 'address' })
})

test.each([
  ['', 'Give a fingerprint'],
  ['0', 'numbered from 1'],
  ['0x12ab', 'has 4 hexadecimal digits'],
  [digits.slice(1), 'has 63 hexadecimal digits'],
  [`${digits}0`, 'has 65 hexadecimal digits'],
  ['9f86d081…b0f00a08', 'shortened'],
  ['https://cairn.example/explore', 'no hash in this address'],
  ['bootless & loud', 'no id of a record'],
])('%j is refused in words that tell what is wrong', (text, reason) => {
  expect(readSearchedId(text)).toEqual({ form: 'unreadable', reason: expect.stringContaining(reason) })
})

test('any text gets an answer, and a hash that is found occurs in the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })),
      (text) => {
        const found = readSearchedId(text)
        if (found.form === 'unreadable') expect(found.reason).toMatch(/^[A-Z].*\.$/)
        else expect(text.toLowerCase().replace(/\s+/g, '')).toContain(found.value.replace(/^0x|\s+/g, ''))
      },
    ),
  )
})
