import { expect, test } from 'vitest'
import { createRunReader, createSplitter, rowsOf } from '#testing/chaos/pg-messages'

const text = (...parts: string[]) => Buffer.from(parts.map((part) => `${part}\0`).join(''))
const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const message = (type: string, ...body: Buffer[]) => {
  const whole = Buffer.concat(body)
  return Buffer.concat([Buffer.from(type), int32(whole.length + 4), whole])
}
const bind = (portal: string, statement: string, ...values: (string | null)[]) =>
  message(
    'B',
    text(portal, statement),
    int16(0),
    int16(values.length),
    ...values.flatMap((value) =>
      value === null ? [int32(-1)] : [int32(Buffer.byteLength(value)), Buffer.from(value)],
    ),
    int16(0),
  )

test('a stream cut anywhere gives the same messages, the first one without a type', () => {
  const stream = Buffer.concat([
    message('', int32(196_608), text('user', 'x')),
    message('Q', text('begin')),
    message('S'),
  ])
  for (let size = 1; size <= stream.length; size++) {
    const split = createSplitter(true)
    const found = []
    for (let at = 0; at < stream.length; at += size) found.push(...split(stream.subarray(at, at + size)))
    expect(found.map((item) => item.type)).toEqual(['', 'Q', 'S'])
    expect(Buffer.concat(found.map((item) => item.bytes))).toEqual(stream)
  }
})

test('each run of a statement is reported with its text and parameters, also if it is bound several times', () => {
  const read = createRunReader()
  const split = createSplitter(false)
  const runs = split(
    Buffer.concat([
      message('P', text('s1', 'update bounty set state = $1'), int16(0)),
      message('P', text('', 'select 1'), int16(0)),
      bind('', 's1', 'open', null),
      message('E', text(''), int32(0)),
      bind('', ''),
      message('E', text(''), int32(0)),
      bind('', 's1', 'paid'),
      message('E', text(''), int32(0)),
      message('Q', text('commit')),
    ]),
  ).flatMap((item) => read(item) ?? [])
  expect(runs).toEqual([
    { sql: 'update bounty set state = $1', parameters: ['open'] },
    { sql: 'select 1', parameters: [] },
    { sql: 'update bounty set state = $1', parameters: ['paid'] },
    { sql: 'commit', parameters: [] },
  ])
})

test.each([
  ['INSERT 0 1', 1],
  ['UPDATE 0', 0],
  ['UPDATE 12', 12],
  ['BEGIN', 0],
])('%s speaks of %i rows', (tag, rows) => {
  const [complete] = createSplitter(false)(message('C', text(tag)))
  expect(rowsOf(complete!)).toBe(rows)
})
