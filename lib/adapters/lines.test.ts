import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesOfLines } from '#lib/adapters/lines'

async function* chunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(text: string, sizes: readonly number[], maxLineBytes = 1_000) {
  const lines = []
  for await (const batch of batchesOfLines(chunks(Buffer.from(text), sizes), maxLineBytes))
    lines.push(...batch.lines)
  return lines
}

test('the lines are independent of the chunks', async () => {
  const texts = fc.array(fc.string({ unit: 'binary' }).map((text) => text.replace(/[\n\r]/g, '')))
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(texts, sizes, fc.constantFrom('\n', '\r\n'), async (expected, sizes, end) => {
      const found = await read(expected.map((text) => text + end).join(''), sizes)
      expect(found.map(({ text }) => text)).toEqual(
        expected.map((text) => Buffer.from(text).toString('utf8')),
      )
      expect(found.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1))
    }),
  )
})

test('the last line may lack a line end', async () => {
  expect(await read('a\nb', [2])).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: 'b' },
  ])
})

test('a line over the limit is reported with its number only, and the next one is complete', async () => {
  for (const size of [3, 10, 100]) {
    expect(await read(`ab\n${'x'.repeat(50)}\ncd\n${'y'.repeat(50)}`, [size], 20)).toEqual([
      { number: 1, text: 'ab' },
      { number: 2, text: undefined },
      { number: 3, text: 'cd' },
      { number: 4, text: undefined },
    ])
  }
})
