import { expect, test } from 'vitest'
import { classify } from '#lib/http/admission/classify'

test.each([
  ['/api/health', undefined],
  ['/api/ready?x=1', undefined],
  ['/api/board/uploads/abc', undefined],
  ['/api/operator/manifests', undefined],
  ['/api/v1/provenance/0x1', { of: 'free', isApi: true }],
  ['/api/healthy', { of: 'free', isApi: true }],
  ['/enterprise/v1/spatial/query', { of: 'paid', isApi: true }],
  ['/mcp', { of: 'paid', isApi: true }],
  ['/', { of: 'page', isApi: false }],
  ['/docs/errors', { of: 'page', isApi: false }],
  ['/_next/static/chunks/1.js', undefined],
  ['/apiary', { of: 'page', isApi: false }],
])('a request for %s is classified as %o', (url, classified) => {
  expect(classify({ url, paymentHeader: undefined })).toEqual(classified)
})

test('a request with a payment is a paid one', () => {
  expect(classify({ url: '/api/v1/spatial/query', paymentHeader: 'e30=' })).toEqual({
    of: 'paid',
    isApi: true,
  })
})
