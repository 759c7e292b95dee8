import { expect, test } from 'vitest'
import {
  demoFragment,
  emptyTrust,
  isDemoFragment,
  parseTrust,
  readTrustFields,
  writeTrust,
} from '#lib/client/trust-text'

const trust = {
  chainId: 8453,
  eas: `0x${'4'.repeat(40)}`,
  attesters: [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`],
  schemaUids: [`0x${'b'.repeat(64)}`],
} as const

test('the trusted attesters are read back from an address unchanged', () => {
  const fields = readTrustFields(`#proof=abc&${writeTrust(trust)}`)
  expect(parseTrust(fields!)).toEqual(trust)
})

test('an address that names no attester brings nothing', () => {
  expect(readTrustFields('#proof=abc&eas=0x1')).toBeUndefined()
})

test('an address says that it belongs to a demonstration, beside its other members or alone', () => {
  for (const fragment of [`#proof=abc&${writeTrust(trust)}&${demoFragment}`, `#${demoFragment}`])
    expect(isDemoFragment(fragment)).toBe(true)
  for (const fragment of ['', '#proof=abc', `#${writeTrust(trust)}`])
    expect(isDemoFragment(fragment)).toBe(false)
})

test('each error has its own sentence', () => {
  const given = readTrustFields(`#${writeTrust(trust)}`)!
  for (const [change, words] of [
    [{ chain: 'base' }, 'whole number'],
    [{ eas: '0x1' }, 'EAS contract'],
    [{ attester: '' }, 'Name the attester'],
    [{ attester: 'me' }, 'An attester is an address'],
    [{ schema: '' }, 'Name the schema'],
    [{ schema: '0x1' }, 'A schema is'],
  ] as const)
    expect(parseTrust({ ...given, ...change })).toEqual({
      problem: expect.stringContaining(words),
      field: Object.keys(change)[0],
    })
  expect(parseTrust(emptyTrust)).toMatchObject({ field: 'attester' })
})
