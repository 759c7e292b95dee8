import { expect, test } from 'vitest'
import { limitText } from './upload-limit.ts'

const upload = {
  upload_id: 'upl_1',
  state: 'received' as const,
  byte_length: 481_154,
  created_at: '2026-11-21T09:02:10Z',
  expires_at: '2026-11-22T09:03:51Z',
}
const uploads = (count: number) => ({
  uploads: Array.from({ length: count }, () => upload),
  max_uploads: 5,
  max_bytes: 8_589_934_592,
})

test('a contributor reads how many uploads are left, with sizes in units, before and at the limit', () => {
  expect(limitText(uploads(5))).toBe(
    'Your wallet has 5 of at most 5, together 2.4 MB of at most 8 GiB. Submit or discard one before you upload another film.',
  )
  expect(limitText(uploads(4))).toMatch(/^Your wallet has 4 of at most 5.* One more film can be uploaded/)
  expect(limitText(uploads(1))).toMatch(/of at most 8 GiB\.$/)
})
