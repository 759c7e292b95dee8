import { afterEach, expect, test, vi } from 'vitest'
import { momentText } from '#lib/domain/text/moment'
import { readerNow } from './moment.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the service’s clock decides which day is today', () => {
  const leadSeconds = 3 * 86_400
  const inThreeDays = new Date(Date.now() + leadSeconds * 1_000).toISOString()
  expect(momentText(inThreeDays, 'date', readerNow())).not.toBe('Today')
  vi.stubGlobal('document', { documentElement: { dataset: { clockLead: String(leadSeconds) } } })
  expect(momentText(inThreeDays, 'date', readerNow())).toBe('Today')
})
