import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { parseInput } from '#lib/schemas/parse'

function messageOf(schema: z.ZodType, value: unknown): string {
  try {
    parseInput(schema, value)
  } catch (error) {
    if (error instanceof CairnError) return error.message
    throw error
  }
  throw new Error('was accepted')
}

test.each<[z.ZodType, unknown, string]>([
  [z.object({}), [], 'The body must be a JSON object'],
  [z.object({ a: z.string() }), {}, 'a is required and must be a string'],
  [z.object({ a: z.string() }), { a: 1 }, 'a must be a string'],
  [z.object({ a: z.array(z.boolean()) }), { a: [1] }, 'a.0 must be true or false'],
  [z.object({ a: z.int() }), { a: 1.5 }, 'a must be a whole number'],
  [z.object({ a: z.number() }), { a: '500' }, 'a is a text and must be a number, without quotes'],
  [
    z.object({ a: z.int('must be a whole number from 1 to 9') }),
    { a: '5' },
    'a is a text and must be a whole number from 1 to 9, without quotes',
  ],
  [z.object({ a: z.literal('b') }), { a: 'c' }, 'a is not valid'],
  [z.object({ a: z.string('must be short') }), {}, 'a must be short'],
  [
    z.object({ a: z.string(), b: z.array(z.int()), c: z.int() }),
    { b: ['x', 'y'] },
    'a is required and must be a string. Also wrong: b.0 is a text and must be a number, without quotes; c is required and must be a number.',
  ],
  [
    z.object(Object.fromEntries([...'abcdefgh'].map((name) => [name, z.int()]))),
    {},
    `a is required and must be a number. Also wrong: ${[...'bcdef'].map((name) => `${name} is required and must be a number`).join('; ')}; and 2 more.`,
  ],
])('an error has our message: %#', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message)
})

test("the validator's own messages are never shown", () => {
  const leaves = [
    z.string().min(3).max(2),
    z.number().min(2).max(1),
    z.int(),
    z.boolean(),
    z.null(),
    z.literal('a'),
    z.enum(['a', 'b']),
    z.email(),
    z.iso.datetime(),
    z.array(z.never()).min(1),
    z.strictObject({}),
    z.union([z.string().length(0), z.number().multipleOf(7)]),
    z.record(z.string().length(99), z.bigint()),
    z.tuple([z.date()]),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...leaves), fc.jsonValue(), (leaf, value) => {
      for (const schema of [leaf, z.object({ a: leaf })]) {
        try {
          parseInput(schema, schema === leaf ? value : { a: value })
        } catch (error) {
          expect(error).toBeInstanceOf(CairnError)
          expect((error as CairnError).message).toMatch(/ (must be|is) [^:]+(\. Also wrong: [^:]+\.)?$/)
          expect((error as CairnError).message).not.toMatch(/Invalid|Too |Unrecognized|expected|received/)
        }
      }
    }),
    { numRuns: 1_000 },
  )
})
