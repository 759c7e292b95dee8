import { expect, test } from 'vitest'
import { describeOldPostgres } from '#lib/adapters/postgres-version'

test.each([
  [150_018, '15.18 (Debian 15.18-0+deb12u1)'],
  [170_009, '17.9'],
])(
  'PostgreSQL %i is refused, and the message names its version and where to get a newer one',
  (number, name) => {
    expect(describeOldPostgres(number, name)).toBe(
      `DATABASE_URL: PostgreSQL 18 or newer is required, and this server is ${name}; docs/operations.md names where to get it`,
    )
  },
)

test.each([180_000, 180_004, 190_001])('PostgreSQL %i is accepted', (number) => {
  expect(describeOldPostgres(number, 'any')).toBeUndefined()
})
