import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CheckRow } from '#lib/client/check-row'
import { FileRow } from './file-row.tsx'
import { FingerprintRow } from './proof-steps.tsx'

const sha256 = '5c'.repeat(32)
const step = { name: 'file', holds: true, computed: sha256, expected: sha256 } as const

test('the hash of a manifest is not said to be that of the bytes of the ZIP', () => {
  const html = (subject: 'model' | 'file') =>
    renderToStaticMarkup(
      createElement(FingerprintRow, { step, subject, is: { state: 'set', result: 'valid' } }),
    )
  expect(html('model')).toContain('Fingerprint of its manifest (SHA-256)')
  expect(html('model')).toContain('SHA-256 of all bytes of manifest.json in the ZIP')
  expect(html('model')).not.toContain('all bytes of the file')
  expect(html('file')).toContain('SHA-256 of all bytes of the file.')
})

test('in a list of files, the fingerprint of a manifest says whose it is', () => {
  const base = { id: 1, sizeBytes: 3, doneBytes: 3, state: 'done', isProofAlone: false, sha256 } as const
  const html = (row: CheckRow) =>
    renderToStaticMarkup(createElement(FileRow, { ...{ row, columnCount: 5, isOpen: false }, ...actions }))
  const actions = { onToggle: () => {}, onCancel: () => {}, onRepeat: () => {} }
  expect(html({ ...base, name: 'model.zip', modelFileCount: 3 })).toContain('of its manifest')
  expect(html({ ...base, name: 'photo.jpg' })).not.toContain('manifest')
})
