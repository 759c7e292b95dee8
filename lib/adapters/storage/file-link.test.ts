import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileLink, readFileLink } from '#lib/adapters/storage/file-link'
import type { Served } from '#lib/adapters/storage/storage'

const secretKey = 'a secret of the tests, 32 characters and more'
const now = new Date('2026-11-20T12:00:00.700Z')
const later = (seconds: number) => new Date(Math.floor(now.getTime() / 1_000) * 1_000 + seconds * 1_000)
const served: Served = { type: 'video/mp4', name: 'bounty-1f-capture.mp4', disposition: 'attachment' }
const key = 'originals/3q2-7w'
const link = fileLink({ secretKey, key, served, now })
const read = (path: string, at = now, secret = secretKey) =>
  readFileLink({ secretKey: secret, path, now: at })

describe('a link', () => {
  test('ends with the name for the saved file', () => {
    expect(link).toMatch(/^\/api\/files\/[\w-]{43}\/[\w-]+\/bounty-1f-capture\.mp4$/)
  })

  test('contains the claims it was made with', () => {
    const name = 'Brücke „am Markt“ 50%/#?.mp4'
    fc.assert(
      fc.property(fc.oneof(fc.constant(name), fc.string({ minLength: 1, unit: 'grapheme' })), (anyName) => {
        fc.pre(anyName !== '.' && anyName !== '..')
        const wanted = { ...served, name: anyName }
        const path = fileLink({ secretKey, key, served: wanted, now })
        // A client that parses and serialises the URL does not change it.
        const sent = new URL(`https://cairn.test${path}`)
        expect(sent.pathname + sent.search + sent.hash).toBe(path)
        expect(read(sent.pathname)).toEqual({
          is: 'valid',
          claims: { key, served: wanted, expires: later(900) },
        })
      }),
    )
  })

  test('is valid for 15 minutes, to the second', () => {
    expect(read(link, later(900))).toMatchObject({ is: 'valid' })
    expect(read(link, later(901))).toEqual({ is: 'expired' })
    expect(read(link, later(86_400 * 365))).toEqual({ is: 'expired' })
  })

  test('is forged, never expired, with any single byte changed, removed or added', () => {
    const byte = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
    const change = fc.record({
      at: fc.nat({ max: link.length - 1 }),
      with: byte,
      how: fc.constantFrom('replace', 'remove', 'insert'),
    })
    fc.assert(
      fc.property(change, fc.constantFrom(now, later(901)), (edit, at) => {
        const { length } = edit.how === 'insert' ? '' : ' '
        const changed =
          link.slice(0, edit.at) + (edit.how === 'remove' ? '' : edit.with) + link.slice(edit.at + length)
        fc.pre(changed !== link)
        expect(read(changed, at)).toEqual({ is: 'forged' })
      }),
      { numRuns: 2_000 },
    )
  })

  test('is refused with every other last character of its signature', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const at = '/api/files/'.length + 42
    const accepted = [...alphabet].filter(
      (last) => read(link.slice(0, at) + last + link.slice(at + 1)).is === 'valid',
    )
    expect(accepted).toEqual([link[at]])
  })

  test('is refused in any other encoding', () => {
    for (const path of [
      `${link}/`,
      `/${link}`,
      link.replace('/api/files/', '/api/files//'),
      link.replace('capture', '%63apture'),
      link.replace('.mp4', '%2Emp4'),
      link.replaceAll('/', '%2F'),
      link.toUpperCase(),
      encodeURI(encodeURIComponent(link)),
    ])
      expect(read(path)).toEqual({ is: 'forged' })
  })

  test('of another service is refused', () => {
    expect(read(link, now, `${secretKey}.`)).toEqual({ is: 'forged' })
  })

  test('cannot be combined from two links', () => {
    const other = fileLink({ secretKey, key: 'originals/other', served: { ...served, name: 'x.mp4' }, now })
    const [, , , signature, claims, name] = link.split('/')
    const [, , , otherSignature, otherClaims, otherName] = other.split('/')
    for (const parts of [
      [signature, otherClaims, name],
      [otherSignature, claims, name],
      [signature, claims, otherName],
    ])
      expect(read(`/api/files/${parts.join('/')}`)).toEqual({ is: 'forged' })
  })

  test.each(['', '/', '/api/files', '/api/files/', '/api/files/a/b/c', `/api/files/${'A'.repeat(43)}/e30/x`])(
    'is not %j',
    (path) => expect(read(path)).toEqual({ is: 'forged' }),
  )
})
