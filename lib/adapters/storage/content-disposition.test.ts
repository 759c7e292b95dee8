import { describe, expect, test } from 'vitest'
import { contentDisposition } from '#lib/adapters/storage/content-disposition'

const attachment = (name: string) => contentDisposition({ name, disposition: 'attachment' })

describe('the name a file is saved under', () => {
  test('is written once if it is plain ASCII', () => {
    expect(attachment('bounty-1f-capture.mp4')).toBe('attachment; filename="bounty-1f-capture.mp4"')
    expect(contentDisposition({ name: 'a b.mp4', disposition: 'inline' })).toBe('inline; filename="a b.mp4"')
  })

  test('is written in ASCII and in UTF-8 if it has other characters', () => {
    expect(attachment('Brücke.mp4')).toBe(
      `attachment; filename="Br_cke.mp4"; filename*=UTF-8''Br%C3%BCcke.mp4`,
    )
    expect(attachment(`50% 'a"b\\c/(1)*.mp4`)).toBe(
      `attachment; filename="50_ 'a_b_c_(1)*.mp4"; filename*=UTF-8''50%25%20%27a%22b%5Cc%2F%281%29%2A.mp4`,
    )
  })

  test('cannot add another header', () => {
    expect(attachment('a\r\nSet-Cookie: x=1')).not.toMatch(/[\r\n]/)
  })
})
