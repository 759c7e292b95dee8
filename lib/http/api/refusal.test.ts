import { describe, expect, test } from 'vitest'
import { statusOf } from '#lib/domain/error-table'
import { refusalOf } from '#lib/http/api/refusal'

const withCode = (code: string) => Object.assign(new Error('secret detail'), { code })

describe('what a caller is told of an error of ours', () => {
  test.each(['ECONNREFUSED', 'ETIMEDOUT', 'CONNECTION_CLOSED', '57P01', '57014', '25P03', '40P01', '53300'])(
    '%s, however deep: 503 unavailable, with a time to come back',
    (code) => {
      const error = new Error('query failed', { cause: new Error('inner', { cause: withCode(code) }) })
      const refusal = refusalOf(error, { asksForMoney: true })
      expect(refusal).toMatchObject({ code: 'unavailable' })
      expect(statusOf(refusal)).toBe(503)
      expect(refusal.message).not.toContain('secret')
    },
  )

  test.each(['23505', '42703', 'ERR_INVALID_ARG_TYPE'])('%s: 500 internal, without the detail', (code) => {
    const refusal = refusalOf(withCode(code), { asksForMoney: true })
    expect(refusal).toMatchObject({ code: 'internal' })
    expect(statusOf(refusal)).toBe(500)
    expect(refusal.message).not.toContain('secret')
  })
})
