import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { emptyTrust, readTrustFields } from '#lib/client/trust-text'

vi.stubGlobal('location', { protocol: 'https:' })
vi.stubGlobal('document', { getElementById: () => null })
const { ChainForm } = await import('./chain-form.tsx')

const htmlOf = (address: string) =>
  renderToStaticMarkup(
    createElement(ChainForm, {
      ...{ linked: readTrustFields(address), proofs: [], source: '', onUse: () => {} },
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
