import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { emptyTrust, readTrustFields } from '#lib/client/trust-text'

vi.stubGlobal('location', { protocol: 'https:' })
/** What a saved copy of the page contains. */
let kept = 'null'
vi.stubGlobal('document', { getElementById: () => ({ textContent: kept }) })
beforeEach(() => {
  kept = 'null'
})
// Other files run in the same context, and read more of a document than this one has.
afterAll(() => vi.unstubAllGlobals())
const { ChainForm, keptFields, savedCopy } = await import('./chain-form.tsx')

const htmlOf = (address: string, isDemo = false) =>
  renderToStaticMarkup(
    createElement(ChainForm, {
      linked: readTrustFields(address),
      proofs: [],
      source: '',
      isDemo,
      onUse: () => {},
    }),
  )

test('whom a link trusts is said to be the choice of who made the link', () => {
  const eas = `0x${'e'.repeat(40)}`
  const html = htmlOf(`#attester=0x${'a'.repeat(40)}&eas=${eas}`)
  expect(html).toContain(`value="${eas}"`)
  expect(html).toContain('whoever made the link chose them')
  expect(html).toContain('can say that any attester attested anything')
})

test('without such a link, no attester is filled in and no link is mentioned', () => {
  const html = htmlOf('#proof=abc')
  expect(html).toContain(`value="${emptyTrust.eas}"`)
  expect(html).not.toContain('whoever made the link')
})

const ofLink = { ...emptyTrust, attester: `0x${'a'.repeat(40)}`, eas: `0x${'E'.repeat(40)}` }
const own = `0x${'b'.repeat(40)}`
const page = '<script type="application/json" id="trust">null</script>'
const openCopy = (copy: string) => {
  kept = /<script[^>]*>([^<]*)</.exec(copy)![1]!
  return htmlOf('')
}

test('a saved copy goes on to say that a link chose its fields, also when it is saved again', () => {
  const fields = { ...ofLink, schema: 'of the proof', eas: ofLink.eas.toLowerCase() }
  const html = openCopy(savedCopy(page, fields, { ofLink, isDemo: false }))
  expect(html).toContain(`value="${ofLink.attester}"`)
  expect(html).toContain('whoever made the link chose them')
  expect(openCopy(savedCopy(page, fields, { ofLink: fields, isDemo: false }))).toContain(
    'whoever made the link chose them',
  )
})

test.each([
  ['its contract remains', { ...ofLink, attester: own }, true],
  ['its attester remains', { ...ofLink, eas: emptyTrust.eas }, true],
  [
    'its attester is one of two',
    { ...ofLink, attester: `${own}, ${ofLink.attester}`, eas: emptyTrust.eas },
    true,
  ],
  ['the reader changed both', { ...ofLink, attester: own, eas: emptyTrust.eas }, false],
])('a saved copy names the link while something that it chose remains: %s', (_, fields, isNamed) => {
  expect(openCopy(savedCopy(page, fields, { ofLink, isDemo: false })).includes('whoever made the link')).toBe(
    isNamed,
  )
  expect(openCopy(savedCopy(page, fields, { ofLink: undefined, isDemo: false }))).not.toContain(
    'whoever made the link',
  )
})

test('the page of a demonstration does not name Base, and neither does its saved copy', () => {
  expect(htmlOf('')).toContain('8453 is Base.')
  const html = htmlOf('', true)
  expect(html).not.toContain('Base')
  expect(html).toContain('a test chain on this machine')
  const open = (isDemo: boolean) => {
    openCopy(savedCopy(page, emptyTrust, { ofLink: undefined, isDemo }))
    return keptFields()?.isDemo
  }
  expect(open(true)).toBe(true)
  expect(open(false)).toBeUndefined()
})
