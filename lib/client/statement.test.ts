import { expect, test } from 'vitest'
import type { OwnSubmission } from '#lib/schemas/submission'
import { writeStatement } from './statement.ts'

const one = (changes: Partial<OwnSubmission>, bounty: Partial<OwnSubmission['bounty']> = {}) =>
  ({
    submission_id: 'sub_1',
    submitted_at: '2026-11-20T10:00:00Z',
    sha256: null,
    accepted: false,
    accept_tx: null,
    paid_at: null,
    ...changes,
    bounty: {
      bounty_id: 'bty_1',
      title: 'The well',
      amount_usdc: 60,
      network: 'eip155:8453',
      status: 'open',
      ...bounty,
    },
  }) as OwnSubmission

const paid = one(
  { accepted: true, accept_tx: `0x${'ab'.repeat(32)}`, paid_at: '2026-11-22T09:30:00Z' },
  { status: 'paid_out' },
)

test('the payments add up, and each has its time and transaction', () => {
  const text = writeStatement([
    paid,
    one({ accepted: true }, { status: 'accepted' }),
    one({}),
    one({}, { status: 'over' }),
    one({ declined: { reason: 'blurred', text: null, at: '2026-11-21T10:00:00Z' } }),
    one({ quality_status: 'fail', quality_reasons: [{ code: 'incomplete', text: 'x' }] }),
    one({ quality_status: 'fail', quality_reasons: [{ code: 'not_checked', text: 'x' }] }),
    one({}, { title: '=HYPERLINK("https://evil.test"), "x"' }),
  ])
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(9)
  expect(lines[1]).toBe(
    `2026-11-20T10:00:00Z,sub_1,bty_1,The well,eip155:8453,paid,60,2026-11-22T09:30:00Z,0x${'ab'.repeat(32)},60,`,
  )
  expect(lines.slice(2, 8).map((line) => line.split(',').slice(5, 7))).toEqual([
    ['on its way', '0'],
    ['waiting', '0'],
    ['not accepted', '0'],
    ['declined', '0'],
    ['check not passed', '0'],
    ['waiting', '0'],
  ])
  // A spreadsheet must not evaluate text by strangers as a formula.
  expect(lines[8]).toContain(`"'=HYPERLINK(""https://evil.test""), ""x"""`)
})
