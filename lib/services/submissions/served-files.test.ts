import { expect, test } from 'vitest'
import { boughtName } from './served-files.ts'

const bounty = { paidAt: new Date('2026-11-27T10:00:00Z'), bountyId: 'bty_1f3a9c2bd4' }

test.each([
  ['Piazza Santo Spirito', 'piazza-santo-spirito-2026-11-27-1f3a9c2b'],
  ['Café “Ünter”, 2nd floor', 'cafe-unter-2nd-floor-2026-11-27-1f3a9c2b'],
  ['"; filename=x\r\nSet-Cookie: a=b', 'filename-x-set-cookie-a-b-2026-11-27-1f3a9c2b'],
  ['清水寺', 'film-2026-11-27-1f3a9c2b'],
])('the film of the bounty %j is named after it', (title, name) => {
  expect(boughtName({ ...bounty, title })).toBe(name)
  expect(boughtName({ ...bounty, title: title.repeat(40) })).toMatch(/^[a-z0-9-]{1,64}$/)
})
