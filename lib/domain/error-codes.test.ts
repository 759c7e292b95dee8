import { expect, test } from 'vitest'
import { errorCodes } from './error-codes.ts'

const failed = (code: unknown, cause?: unknown) => Object.assign(new Error('failed', { cause }), { code })

test('the codes of an error and of its causes are listed, the outermost first', () => {
  expect(errorCodes(failed('CF001'))).toEqual(['CF001'])
  expect(errorCodes(new Error('query failed', { cause: failed('ECONNREFUSED', failed('55P03')) }))).toEqual([
    'ECONNREFUSED',
    '55P03',
  ])
})

test('an error without a code, or with a code that is not text, has none', () => {
  expect(errorCodes(failed(-32000))).toEqual([])
  expect(errorCodes(new Error('failed'))).toEqual([])
  expect(errorCodes({ code: 'CF001' })).toEqual([])
  expect(errorCodes(undefined)).toEqual([])
})
